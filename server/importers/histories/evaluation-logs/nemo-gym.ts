import { type HistoryReader, ImportError, type ImportedRun, ownName, type SentFile } from "../reader.ts";
import { beginsWithNames, objectLines } from "../json-lines.ts";
import { identity, refuse, spanOfMoments, type Stored, storedIn } from "../values.ts";
import { drawnAt, evaluationsOf, type ScoredSample } from "./scored-samples.ts";

const wholeFrom0 = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

/** A rollout: its task is the problem, and which of several answers to it it is. */
function sampleOf(row: Stored, place: string): ScoredSample {
  const { _ng_task_index: task, _ng_rollout_index: rollout = 0, reward } = row;
  if (!wholeFrom0(task)) throw refuse(`${place}, _ng_task_index`, "no number of a task", task);
  if (!wholeFrom0(rollout)) throw refuse(`${place}, _ng_rollout_index`, "no number of a rollout", rollout);
  if (typeof reward !== "number") throw refuse(`${place}, reward`, "no number", reward);
  const agent = storedIn(row, "agent_ref").name;
  return {
    problem: String(task),
    epoch: rollout + 1,
    score: reward,
    seconds: null,
    type: typeof agent === "string" ? agent : "",
  };
}

/** Rollouts that NeMo Gym collected: an evaluation by task for each of several answers to it. */
export const nemoGymReader: HistoryReader = {
  kind: "nemo-gym",
  title: "NeMo Gym rollouts",
  opens: (file) => beginsWithNames(file, "responses_create_params", "response", "reward", "_ng_task_index"),
  read: (file, _beside, { benchmark }): ImportedRun[] => [runOf(file, benchmark)],
};

function runOf(file: SentFile, asked: string | null): ImportedRun {
  const samples: ScoredSample[] = [];
  let first: Stored | null = null;
  const times: number[] = [];
  for (const { row, place } of objectLines(file)) {
    first ??= row;
    samples.push(sampleOf(row, place));
    const at = storedIn(row, "response").created_at;
    if (typeof at === "number" && at > 0) times.push(at * 1000);
  }
  if (first === null) throw new ImportError(`${file.name} holds no rollout. Nothing was imported.`);
  const response = storedIn(first, "response");
  const params = storedIn(first, "responses_create_params");
  const temperature = [params.temperature, response.temperature].find((value) => typeof value === "number");
  const model = typeof response.model === "string" ? response.model : "model";
  const agent = storedIn(first, "agent_ref").name;
  const benchmark = typeof agent === "string" ? agent : asked;
  const { startedAt, endedAt } = spanOfMoments(times);
  return {
    // What is appended later leaves the first rollout as it was.
    sourceId: identity("nemo-gym", ownName(file.name), model, agent ?? null, response.id ?? null),
    name: `${model}${typeof agent === "string" ? ` on ${agent}` : ""}`.slice(0, 200),
    startedAt,
    endedAt,
    state: "finished",
    config: { model, ...(typeof temperature === "number" && { temperature }) },
    environment: { source: file.name },
    summary: {},
    evaluations: evaluationsOf(samples, {
      file: file.name,
      benchmark,
      at: endedAt,
      isFinal: true,
      protocol: drawnAt(temperature, "NeMo Gym"),
    }),
    history: [],
    notes: [
      ...(samples.some(({ epoch }) => epoch > 1)
        ? ["Each of several rollouts of a task is in an evaluation of its own, by its number."]
        : []),
      "A task counts as solved where its reward is at least 1; rewards are kept beside it.",
    ],
  };
}
