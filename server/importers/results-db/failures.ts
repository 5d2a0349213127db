import { mayLackItsLog, readResults, readSentResults, type StoredResult } from "#db/foreign/read-results.ts";
import type { SentDatabase } from "#db/foreign/sent-database.ts";
import { countKinds, type FailureKind, failureKind, weakParts } from "../../../workers/protocol/failures.ts";
import { faultTypes } from "../../../workers/protocol/problems/fault-types.ts";
import type { FileFailures, ModelFailures, SkippedResult } from "../../contracts/rollouts/file-failures.ts";
import { countOf, plural } from "../../wording/counts.ts";

export interface FailureLimits {
  /** Steps at which an unsolved episode was out of them; the file does not say. */
  maxSteps: number;
  /** Steps above which a solved episode is slow; 0 for never. */
  slowOver: number;
}

/** What no `results.db` says, whatever is in it. */
const NEVER_HELD = [
  "The actions of an episode: what was named is one list, so DIAGNOSE, drops and relaxations cannot be told apart, and nothing can be replayed.",
  "The models: problems have names only, so no set is left to train on. Register the benchmark and evaluate a policy here for that.",
  "How hard a problem is: there is no level.",
];

/** How the episodes of each model of a `results.db` failed. Throws a sentence where the file is none. */
export const failuresOfFile = (file: string, limits: FailureLimits): FileFailures => ({
  file,
  ...failuresOfResults(readResults(file), limits),
});

/** The same of a file that was sent, which may have come without its log. */
export function failuresOfSent(sent: SentDatabase, limits: FailureLimits): FileFailures {
  const found = failuresOfResults(readSentResults(sent), limits);
  const lacks = mayLackItsLog(sent)
    ? [
        ...found.lacks,
        `Rows that SQLite may still hold in ${sent.name}-wal, which was not sent: choose both files together.`,
      ]
    : found.lacks;
  return { file: sent.name, ...found, lacks };
}

interface Told {
  model: string;
  key: string;
  type: string | null;
  steps: number;
  /** Elements of the conflict; null where none is stored. */
  conflict: number | null;
  kind: FailureKind | null;
}

/** The same of rows; pure. */
export function failuresOfResults(
  rows: readonly StoredResult[],
  limits: FailureLimits,
): Omit<FileFailures, "file"> {
  const told: Told[] = [];
  const skipped: SkippedResult[] = [];
  for (const row of rows) {
    const answer = tell(row, limits);
    if (typeof answer !== "string") told.push(answer);
    else skipped.push({ model: words(row.model_name), problem: words(row.problem_id), reason: answer });
  }
  const models = [...Map.groupBy(told, ({ model }) => model)].map(([model, episodes]) =>
    ofModel(model, episodes, limits),
  );
  return { rows: rows.length, models, skipped, lacks: lacksOf(told, limits) };
}

/** How an episode ended, or why that cannot be said. */
function tell(row: StoredResult, { maxSteps, slowOver }: FailureLimits): Told | string {
  const { success, steps } = row;
  if (success !== 0 && success !== 1) return `success is ${words(success)}, not 0 or 1`;
  if (typeof steps !== "number" || !Number.isInteger(steps) || steps < 0)
    return `steps is ${words(steps)}, not a count`;
  const named = namesOf(row.diagnosed_constraints);
  const truth = namesOf(row.ground_truth_iis);
  if (named === undefined) return "diagnosed_constraints is no list of names";
  if (truth === undefined) return "ground_truth_iis is no list of names";
  const [solved, infeasible] = [success === 1, row.final_status === "INFEASIBLE"];
  if (!solved && infeasible && steps < maxSteps && !truth?.length)
    return "it ended infeasible and ground_truth_iis is empty, so what was named cannot be judged";
  const key = words(row.problem_id);
  return {
    model: words(row.model_name),
    key,
    type: /_type([A-Z]+)_/.exec(key)?.[1] ?? null,
    steps,
    conflict: truth?.length ? new Set(truth).size : null,
    kind: failureKind(
      { of: "repairs", solved, infeasible, steps, maxSteps, named: named ?? [], truth: new Set(truth) },
      slowOver,
    ),
  };
}

/** A stored list of names; null where nothing is stored, undefined where it is something else. */
function namesOf(stored: unknown): string[] | null | undefined {
  if (stored === null || stored === "") return null;
  try {
    const list: unknown = typeof stored === "string" ? JSON.parse(stored) : undefined;
    return Array.isArray(list) && list.every((name) => typeof name === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}

const words = (stored: unknown): string =>
  (typeof stored === "string" ? stored : (JSON.stringify(stored) ?? "unreadable")).slice(0, 200);

const UNKNOWN_TYPE = "unknown";

function ofModel(model: string, episodes: readonly Told[], limits: FailureLimits): ModelFailures {
  const bad = episodes.flatMap(({ kind, ...rest }) => (kind === null ? [] : [{ kind, ...rest }]));
  const sizes = bad.flatMap(({ conflict }) => conflict ?? []);
  const looked = episodes.map(({ type, kind }) => ({ type: type ?? UNKNOWN_TYPE, level: "", kind }));
  return {
    model,
    n: episodes.length,
    ...limits,
    kinds: countKinds(episodes.map(({ kind }) => kind)),
    byType: weakParts(looked, ({ type }) => faultTypes(type)),
    conflict:
      sizes.length === 0
        ? null
        : { n: sizes.length, least: Math.min(...sizes), mean: meanOf(sizes), most: Math.max(...sizes) },
    meanSteps: bad.length === 0 ? null : meanOf(bad.map(({ steps }) => steps)),
    cases: bad.map(({ key, type, kind, steps }) => ({ key, type: type ?? UNKNOWN_TYPE, kind, steps })),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function lacksOf(told: readonly Told[], { maxSteps }: FailureLimits): string[] {
  const over = told.filter(({ steps }) => steps > maxSteps).length;
  const untyped = told.filter(({ type }) => type === null).length;
  return [
    `How many steps an episode may take: ${maxSteps} is assumed${over > 0 ? `, but ${countOf(over, "episode")} took more` : ""}.`,
    `Fault types: they are read from the names of the problems${untyped > 0 ? `, and ${countOf(untyped, "name")} ${plural(untyped, "says", "say")} none` : ""}.`,
    ...NEVER_HELD,
  ];
}
