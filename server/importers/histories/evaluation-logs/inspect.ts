import { UNRECORDED } from "../../../wording/decoding.ts";
import {
  begins,
  type HistoryReader,
  ImportError,
  type ImportedEvaluation,
  type ImportedRow,
  type ImportedRun,
} from "../reader.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import { flat, identity, isStored, parseJson, readMoment, refuse, type Stored } from "../values.ts";

/** Characters in which the head of a log stands, before its samples. */
const HEAD = 20_000;

/** Inspect writes "C" and "I" for correct and incorrect, "P" for partly, else a number or a truth. */
function scoreOf(value: unknown, place: string): number {
  if (value === "C" || value === true) return 1;
  if (value === "P") return 0.5;
  if (value === "I" || value === "N" || value === false) return 0;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value === null) return 0;
  throw refuse(place, "no score", value);
}

interface Scored {
  epoch: number;
  row: ImportedRow;
}

function scoredOf(sample: Stored, place: string): Scored | null {
  const { id, epoch = 1, scores, score: only } = sample;
  if (typeof id !== "string" && typeof id !== "number") throw refuse(`${place}.id`, "no id of a problem", id);
  if (typeof epoch !== "number" || !Number.isInteger(epoch) || epoch < 1)
    throw refuse(`${place}.epoch`, "no number of an epoch", epoch);
  // A sample that failed has an error and no score.
  // The first version of the format has one score without a name.
  const [first] = Object.entries(isStored(scores) ? scores : isStored(only) ? { score: only } : {});
  if (!first || !isStored(first[1])) return null;
  const score = scoreOf(first[1].value, `${place}.scores.${first[0]}.value`);
  const row = {
    problem: String(id).slice(0, 200),
    type: "",
    solved: score >= 1,
    steps: 1,
    score,
    diagnosis: null,
    passAt1: null,
    seconds: typeof sample.total_time === "number" ? sample.total_time : null,
  };
  return { epoch, row };
}

const nameOf = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** A log of Inspect as JSON: an evaluation by problem for each epoch. */
export const inspectReader: HistoryReader = {
  kind: "inspect",
  title: "Inspect log as JSON",
  opens: (file) => /\.json$/i.test(file.name) && begins(file, HEAD, "eval", "status", "task"),
  read(file, _beside, { utcOffsetMinutes }): ImportedRun[] {
    const log = parseJson(file);
    const told = isStored(log) ? log.eval : undefined;
    if (!isStored(log) || !isStored(told))
      throw new ImportError(`${file.name}: "eval" is no object. Nothing was imported.`);
    const samples = Array.isArray(log.samples) ? log.samples : [];
    if (samples.length === 0)
      throw new ImportError(
        `${file.name} holds no samples, so no problem is known of it. Nothing was imported.`,
      );
    const scored = samples.map((sample: unknown, i) => {
      const place = `${file.name}, samples[${i}]`;
      if (!isStored(sample)) throw new ImportError(`${place} is no object. Nothing was imported.`);
      return scoredOf(sample, place);
    });
    const stats = isStored(log.stats) ? log.stats : {};
    const startedAt = readMoment(
      stats.started_at ?? told.created,
      `${file.name}, stats.started_at`,
      utcOffsetMinutes,
    );
    const endedAt = readMoment(stats.completed_at, `${file.name}, stats.completed_at`, utcOffsetMinutes);
    const whole = scored.filter((one) => one !== null);
    const left = scored.length - whole.length;
    const dataset = isStored(told.dataset) ? told.dataset.name : null;
    const benchmark = [dataset, told.task].find((name) => typeof name === "string" && name !== "");
    const byEpoch = [...Map.groupBy(whole, ({ epoch }) => epoch)].toSorted(([a], [b]) => a - b);
    return [
      {
        sourceId: identity(
          "inspect",
          told.run_id ?? null,
          told.eval_id ?? told.task_id ?? null,
          told.created ?? null,
        ),
        name: `${nameOf(told.model, "model")} on ${nameOf(told.task, "task")}`.slice(0, 200),
        startedAt,
        endedAt,
        state: log.status === "success" ? "finished" : "killed",
        config: flat({
          model: told.model,
          task: told.task,
          ...(isStored(told.config) && { config: told.config }),
          ...(isStored(told.task_args) && { task_args: told.task_args }),
        }),
        environment: { source: file.name },
        summary: {},
        evaluations: byEpoch.map(([epoch, own]) =>
          evaluationOf(epoch, own, {
            log,
            told,
            benchmark: typeof benchmark === "string" ? benchmark : null,
            at: endedAt,
            isWhole: log.status === "success",
          }),
        ),
        history: [],
        notes: [
          ...zoneNote([stats.started_at ?? told.created], utcOffsetMinutes),
          ...(left > 0 ? [`${left} of ${scored.length} samples have no score and were left out.`] : []),
          ...(byEpoch.length > 1
            ? [
                `Each of its ${byEpoch.length} epochs is an evaluation: samples of one problem are not counted as several problems.`,
              ]
            : []),
        ],
      },
    ];
  },
};

interface Around {
  log: Stored;
  told: Stored;
  benchmark: string | null;
  at: number | null;
  isWhole: boolean;
}

function evaluationOf(
  epoch: number,
  scored: readonly Scored[],
  { log, told, benchmark, at, isWhole }: Around,
): ImportedEvaluation {
  const plan = isStored(log.plan) && isStored(log.plan.config) ? log.plan.config : {};
  const own = isStored(told.model_generate_config) ? told.model_generate_config : {};
  const temperature = [plan.temperature, own.temperature].find((value) => typeof value === "number");
  return {
    key: epoch > 1 ? `epoch ${epoch}` : "final",
    benchmark,
    final: isWhole,
    at,
    protocol: {
      decoding: temperature === 0 ? "greedy" : "sampled",
      temperature: typeof temperature === "number" ? temperature : 0,
      maxSteps: 1,
      observation: temperature === undefined ? UNRECORDED : "Inspect",
      evalSeed: epoch,
      daDefinition: "none",
    },
    rows: scored.map(({ row }) => row),
  };
}
