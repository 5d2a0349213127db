import { countOf } from "../../../wording/counts.ts";
import { ImportError, type ImportedEvaluation, type ImportedRun } from "../reader.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import { flat, identity, isStored, readMoment, refuse, type Stored, storedIn } from "../values.ts";
import { drawnAt, evaluationsOf, type ScoredSample } from "./scored-samples.ts";

/** A log of Inspect, whatever holds it: its head, and its samples or what is summed up of them. */
export interface InspectLog {
  file: string;
  head: Stored;
  /** Each with the place where it stands. */
  samples: Iterable<{ sample: unknown; place: string }>;
}

/** Inspect writes "C" and "I" for correct and incorrect, "P" for partly, "N" for no answer, else a number or a truth. */
function scoreOf(value: unknown, place: string): number {
  if (value === "C" || value === true) return 1;
  if (value === "P") return 0.5;
  if (value === "I" || value === "N" || value === false || value === null) return 0;
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  throw refuse(place, "no score", value);
}

/** The first value of a score of several parts; its name is told. */
function firstOf(value: unknown): { value: unknown; part: string | null } {
  const [first] = isStored(value) ? Object.entries(value) : [];
  return first === undefined ? { value, part: null } : { value: first[1], part: first[0] };
}

interface Counted {
  scored: ScoredSample[];
  all: number;
  /** Names of scorers, and of the part of a score that is read. */
  scorers: Set<string>;
  parts: Set<string>;
}

function countSamples({ samples }: InspectLog): Counted {
  const counted: Counted = { scored: [], all: 0, scorers: new Set(), parts: new Set() };
  for (const { sample, place } of samples) {
    counted.all++;
    if (!isStored(sample)) throw new ImportError(`${place} is no object. Nothing was imported.`);
    const { id, epoch = 1, scores, score: only } = sample;
    if (typeof id !== "string" && typeof id !== "number")
      throw refuse(`${place}.id`, "no id of a problem", id);
    if (typeof epoch !== "number" || !Number.isInteger(epoch) || epoch < 1)
      throw refuse(`${place}.epoch`, "no number of an epoch", epoch);
    // A sample that failed has an error and no score. The first version of the format has one score without a name.
    const named = Object.entries(isStored(scores) ? scores : isStored(only) ? { score: only } : {});
    for (const [name] of named) counted.scorers.add(name);
    const [first] = named;
    if (!first || !isStored(first[1])) continue;
    const { value, part } = firstOf(first[1].value);
    if (part !== null) counted.parts.add(`${first[0]}.${part}`);
    counted.scored.push({
      problem: String(id),
      epoch,
      score: scoreOf(value, `${place}.scores.${first[0]}.value`),
      seconds: typeof sample.total_time === "number" ? sample.total_time : null,
    });
  }
  return counted;
}

const nameOf = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** The model that judged, where a scorer had one. */
function judgeOf(told: Stored): string | null {
  const scorers = Array.isArray(told.scorers) ? told.scorers.filter(isStored) : [];
  const judge = scorers
    .map((scorer) => storedIn(scorer, "options").model)
    .find((model) => typeof model === "string");
  return typeof judge === "string" ? judge : null;
}

/** How it was decoded and scored: two logs are compared only where all of it agrees. */
function protocolOf(log: InspectLog, told: Stored, scorer: string): ImportedEvaluation["protocol"] {
  const [plan, own] = [
    storedIn(storedIn(log.head, "plan"), "config"),
    storedIn(told, "model_generate_config"),
  ];
  const temperature = [plan.temperature, own.temperature].find((value) => typeof value === "number");
  const judge = judgeOf(told);
  const by = [scorer, judge && `judge ${judge}`].filter(Boolean).join(", ");
  return drawnAt(temperature, `Inspect, ${by}`);
}

/** The run of a log: an evaluation by problem for each epoch. */
export function runOfLog(log: InspectLog, utcOffsetMinutes: number): ImportedRun {
  const { file, head } = log;
  const told = head.eval;
  if (!isStored(told)) throw new ImportError(`${file}: "eval" is no object. Nothing was imported.`);
  const { scored, all, scorers, parts } = countSamples(log);
  if (all === 0)
    throw new ImportError(`${file} holds no samples, so no problem is known of it. Nothing was imported.`);
  const stats = storedIn(head, "stats");
  const begun = stats.started_at || told.created;
  const startedAt = readMoment(begun, `${file}, stats.started_at`, utcOffsetMinutes);
  const endedAt = readMoment(stats.completed_at, `${file}, stats.completed_at`, utcOffsetMinutes);
  const isWhole = head.status === "success";
  const benchmark = [storedIn(told, "dataset").name, told.task].find(
    (name) => typeof name === "string" && name !== "",
  );
  const [scorer = "no scorer"] = scorers;
  const evaluations = evaluationsOf(scored, {
    file,
    benchmark: typeof benchmark === "string" ? benchmark : null,
    at: endedAt,
    isFinal: isWhole,
    protocol: protocolOf(log, told, scorer),
  });
  const left = all - scored.length;
  return {
    sourceId: identity(
      "inspect",
      told.run_id ?? null,
      told.eval_id ?? told.task_id ?? null,
      told.created ?? null,
    ),
    name: `${nameOf(told.model, "model")} on ${nameOf(told.task, "task")}`.slice(0, 200),
    startedAt,
    endedAt,
    state: isWhole ? "finished" : "killed",
    config: flat({
      model: told.model,
      task: told.task,
      ...(isStored(told.config) && { config: told.config }),
      ...(isStored(told.task_args) && { task_args: told.task_args }),
    }),
    environment: { source: file },
    summary: {},
    evaluations,
    history: [],
    notes: [
      ...zoneNote([begun], utcOffsetMinutes),
      ...(left > 0 ? [`${left} of ${countOf(all, "sample")} have no score and were left out.`] : []),
      ...(evaluations.length > 1
        ? [
            `Each of its ${evaluations.length} epochs is an evaluation: samples of one problem are not counted as several problems.`,
          ]
        : []),
      ...(scorers.size > 1
        ? [`Of its scorers ${[...scorers].slice(0, 5).join(", ")} the first one counts.`]
        : []),
      ...(parts.size > 0
        ? [`Of a score of several parts the first one counts: ${[...parts].slice(0, 5).join(", ")}.`]
        : []),
    ],
  };
}
