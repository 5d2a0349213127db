import type { Rollout } from "../../contracts/external/verbs.ts";
import { holdCompletions, rolloutOfMessages, rolloutsOfRows, turnsOf } from "../../foreign/completions.ts";
import { digestOf, textOf, wholeOf, type Foreign } from "../../foreign/foreign-values.ts";

/** Where a table was logged. */
export interface TablePlace {
  /** "completions" */
  key: string;
  step: number;
}

const NUMBERED = /^(input|output|label|score|gts?)_(\d+)$/;
const NAMES: Readonly<Record<string, string>> = {
  input: "prompt",
  output: "completion",
  score: "reward",
  label: "label",
  gt: "label",
  gts: "label",
};

/** verl's table: one row per step, in which each sample has columns of its own. One row per sample instead. */
function unnumbered(row: Foreign): Foreign[] {
  const samples = new Map<string, Record<string, unknown>>();
  for (const [column, value] of Object.entries(row)) {
    const [, name, number] = NUMBERED.exec(column) ?? [];
    if (number === undefined) continue;
    const sample = samples.get(number) ?? { step: row.step };
    samples.set(number, Object.assign(sample, { [NAMES[name]]: value }));
  }
  return [...samples.values()];
}

const GROUPS = ["group", "group_id", "uid", "problem_id", "example_id", "task_idx", "prompt_id"];
const OWN = new Set(["step", "global_step", "messages", "text", "completion", "input_ids", "output_ids"]);

/** A group's id as the trainer has it: its problem, within an environment. */
function groupOf(row: Foreign, otherwise: string): string {
  const id = GROUPS.map((name) => textOf(row[name]) ?? wholeOf(row[name])).find((value) => value !== null);
  const env = textOf(row.env_name) ?? textOf(row.env) ?? textOf(row.task) ?? "";
  return id === undefined ? otherwise : `${env} ${id}`.trim();
}

/**
 * Tables without a prompt of their own: prime-rl's conversations (`messages`) and its evaluations (`completion` with the id of
 * an example), OpenRLHF's `text` and reward. Those of one example are a group, in the order of the table.
 */
function conversations(
  rows: readonly Foreign[],
  { key, step }: TablePlace,
  phase: Rollout["phase"],
): Rollout[] {
  const places = new Map<string, number>();
  return rows.map((row) => {
    const text = row.messages ?? row.text ?? row.completion;
    const turns = Array.isArray(text) ? text : [{ role: "assistant", content: text }];
    const told = Object.fromEntries(Object.entries(row).filter(([name]) => !OWN.has(name)));
    const at = wholeOf(row.step ?? row.global_step) ?? step;
    const group = groupOf(row, digestOf(JSON.stringify([key, turnsOf(turns, "user")[0]?.text])));
    const seen = JSON.stringify([at, group]);
    const place = places.get(seen) ?? 0;
    places.set(seen, place + 1);
    return rolloutOfMessages(turns, told, { step: at, group, place, phase });
  });
}

const hasReward = (row: Foreign): boolean => "reward" in row || "score" in row;
const isConversation = (row: Foreign): boolean =>
  hasReward(row) && ("messages" in row || "text" in row || "completion" in row);

/** A total is in the table, so other numbers are rewards only by name; `known` of no column at all says that there are none. */
function rewardNames(rows: readonly Foreign[]): ReadonlySet<string> | undefined {
  const [first] = rows;
  if (!hasReward(first)) return undefined;
  const parts = Object.keys(first).filter(
    (name) => /reward|score/i.test(name) && !/^(reward|score)$/.test(name),
  );
  return new Set(parts.length > 0 ? parts : [""]);
}

const isJudged = (row: Foreign): boolean =>
  ["prompt", "policy", "reference_model", "winner_index"].every((name) => Object.hasOwn(row, name));

/** TRL's win rates: of each prompt an answer of the policy and one of the reference model, of which a judge chose one. */
const judged = (rows: readonly Foreign[]): Foreign[] =>
  rows.flatMap(({ step, prompt, reference_model, policy, winner_index }) => {
    const winner = wholeOf(winner_index) ?? Number(textOf(winner_index) ?? NaN);
    const answers = [reference_model, policy];
    return answers.map((completion, i) => ({
      step,
      prompt,
      completion,
      wins: winner === 0 || winner === 1 ? Number(winner === i) : null,
      "answered by": i === 0 ? "reference model" : "policy",
    }));
  });

/** Rows of one step after those of another: the same prompt at two steps is two groups. */
function byStep(rows: readonly Foreign[]): Foreign[][] {
  const steps = new Map<unknown, Foreign[]>();
  for (const row of rows) {
    const at = wholeOf(row.step) ?? null;
    const known = steps.get(at);
    if (known) known.push(row);
    else steps.set(at, [row]);
  }
  return [...steps.values()];
}

/** The completions of a table; null where its columns are none of any trainer that is known. */
export function tableRollouts(rows: readonly Foreign[], place: TablePlace): Rollout[] | null {
  if (rows.length === 0) return null;
  if (rows.every(isJudged))
    return byStep(judged(rows)).flatMap((part) =>
      rolloutsOfRows(part, { step: place.step, phase: "eval", rewardNames: new Set(["wins"]) }),
    );
  const isNumbered = Object.hasOwn(rows[0], "input_1") && Object.hasOwn(rows[0], "output_1");
  const isEval = isNumbered || /(^|[^a-z])(eval|val|valid|validation|test)([^a-z]|$)/i.test(place.key);
  const phase = isEval ? "eval" : "train";
  const flat = (isNumbered ? rows.flatMap(unnumbered) : rows).map((row) =>
    "global_step" in row && !("step" in row) ? { ...row, step: wholeOf(row.global_step) } : row,
  );
  if (holdCompletions(flat))
    return byStep(flat).flatMap((part) =>
      rolloutsOfRows(part, { step: place.step, phase, rewardNames: rewardNames(part) }),
    );
  const isText = flat.every((row) => isConversation(row));
  return isText ? conversations(flat, place, phase) : null;
}
