import { UNNAMED } from "../contracts/rollouts/group-name.ts";
import type { Rollout, Turn } from "../contracts/external/verbs.ts";
import {
  digestOf,
  isForeign,
  jsonText,
  numberOf,
  objectOf,
  textOf,
  wholeOf,
  type Foreign,
} from "./foreign-values.ts";

/** What is known of a batch besides its rows. */
export interface Batch {
  /** Train step where the rows name none. */
  step: number;
  phase: Rollout["phase"];
  /** Names of the reward functions; without them every column of numbers is taken for one. */
  rewardNames?: ReadonlySet<string>;
}

const PROMPT = ["prompt", "prompts", "input", "question", "query"];
const COMPLETION = ["completion", "completions", "output", "response", "answer"];
const REWARD = ["reward", "score", "total_reward"];
const ADVANTAGE = ["advantage", "advantages"];
const LENGTH = ["length", "completion_length", "response_length", "num_tokens", "num_output_tokens"];
const STOP = ["stop_reason", "finish_reason", "stop_condition"];
const TRUNCATED = ["truncated", "is_truncated"];

const columnOf = (row: Foreign, names: readonly string[], but: ReadonlySet<string> = new Set()) =>
  names.find((name) => Object.hasOwn(row, name) && !but.has(name));

/** Whether a metric is measured in training or in an evaluation; null where its name does not tell. */
export function phaseOfName(name: string): Rollout["phase"] {
  if (name.startsWith("eval/")) return "eval";
  return name.startsWith("train/") && name !== "train/global_step" && name !== "train/epoch" ? "train" : null;
}

/** The same of a row: one metric of an evaluation makes it one. */
export function phaseOfNames(row: Readonly<Record<string, unknown>>): Rollout["phase"] {
  const phases = Object.keys(row).map(phaseOfName);
  return phases.find((phase) => phase === "eval") ?? phases.find((phase) => phase !== null) ?? null;
}

/** Columns of a table of completions. */
const MOST_COLUMNS = 500;

/** Whether a table of so many cells is read where so many of them came: what its rows leave out is written too. */
export const isReadable = (cells: number, sent: number): boolean => cells <= 10_000 + 8 * sent;

/** Whether rows are a table that is read: every one of them is asked for each column. */
function isReadableTable(rows: readonly unknown[]): boolean {
  const columns = new Set<string>();
  let sent = 0;
  for (const row of rows) {
    for (const name in row as object) {
      columns.add(name);
      sent += 1;
    }
    if (columns.size > MOST_COLUMNS) return false;
  }
  return isReadable(columns.size * rows.length, sent);
}

/** Whether rows of a table are completions: each has a prompt and what was answered. */
export const holdCompletions = (rows: readonly unknown[]): boolean =>
  rows.length > 0 &&
  isReadableTable(rows) &&
  rows.every(
    (row) => isForeign(row) && columnOf(row, PROMPT) !== undefined && columnOf(row, COMPLETION) !== undefined,
  );

/** Rows by column of a table as wandb and MLflow write it, `{columns, data}`; null where the bytes are none. */
export function tableRows(bytes: Uint8Array): Foreign[] | null {
  const table = objectOf(bytes);
  if (table === null || !Array.isArray(table.columns) || !Array.isArray(table.data)) return null;
  const columns = table.columns.map(String);
  const sent = table.data.reduce(
    (sum: number, row: unknown) => sum + (Array.isArray(row) ? row.length : 0),
    0,
  );
  if (!isReadable(columns.length * table.data.length, sent)) return null;
  return table.data.map((row: unknown) =>
    Object.fromEntries(columns.map((name, i) => [name, Array.isArray(row) ? (row[i] as unknown) : null])),
  );
}

/** The calls of tools that a message makes, a line each: `calc({"expr":"3*17"})`. */
export function callsOf(message: Foreign): string[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return calls.filter(isForeign).map((call) => {
    const made = isForeign(call.function) ? call.function : call;
    const given = typeof made.arguments === "string" ? made.arguments : jsonText(made.arguments ?? {});
    return `${textOf(made.name) ?? "tool"}(${given})`;
  });
}

/** The text of a message: its words, of parts those that are text, and calls of tools as they came. */
function contentOf(message: Foreign): string {
  const { content } = message;
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (!isForeign(part)) return [];
    return [textOf(part.text) ?? `[${textOf(part.type) ?? "part"}]`];
  });
  return [...texts, ...callsOf(message)].join("\n");
}

/** Lists inside each other in which turns are looked for; each level copies them once more. */
const MOST_LEVELS = 8;

/** Turns of a text, a message, or a list of messages. */
export function turnsOf(value: unknown, role: string, level = 0): Turn[] {
  if (typeof value === "string") return [{ role, text: value }];
  if (Array.isArray(value))
    return level > MOST_LEVELS ? [] : value.flatMap((inner) => turnsOf(inner, role, level + 1));
  if (!isForeign(value)) return [];
  const turn: Turn = { role: textOf(value.role) ?? role, text: contentOf(value) };
  const reward = numberOf(value.reward);
  return [reward === null ? turn : { ...turn, reward }];
}

/** A measured number; NaN, as a reward that was not given is written, is none. */
const measured = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || Number.isNaN(number) ? null : number;
};

/** A cell as it is kept beside a completion. */
export function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "bigint" ? Number(value) : jsonText(value);
}

/** Names of the columns that are rewards by function. */
function rewardColumns(
  rows: readonly Foreign[],
  known: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): string[] {
  const seen = new Set<string>();
  for (const row of rows) for (const name in row) if (!taken.has(name)) seen.add(name);
  const names = [...seen];
  if (known.size > 0) return names.filter((name) => known.has(name));
  return names.filter((name) => {
    const cells = rows.map((row) => row[name]).filter((cell) => cell !== null && cell !== undefined);
    return cells.length > 0 && cells.every((cell) => typeof cell !== "boolean" && numberOf(cell) !== null);
  });
}

/** Numbers of rows that follow each other with the same prompt: those are one group, as trainers write them. */
function groupsOf(prompts: readonly string[]): number[][] {
  const groups: number[][] = [];
  prompts.forEach((prompt, row) => {
    if (row > 0 && prompts[row - 1] === prompt) groups[groups.length - 1].push(row);
    else groups.push([row]);
  });
  return groups;
}

/**
 * Completions of the rows of a table: TRL's `completions`, verl's dumps, anybody's with a prompt and an answer. Rows that
 * follow each other with one prompt are a group. Its id is made of its texts, so that a table which is sent again at the
 * same step is the same groups, and train and eval rows of one prompt are not.
 */
export function rolloutsOfRows(rows: readonly Foreign[], batch: Batch): Rollout[] {
  if (rows.length === 0) return [];
  const first = rows.reduce((all: Foreign, row) => Object.assign(all, row), {});
  // A reward function may be called "length".
  const functions = batch.rewardNames ?? new Set<string>();
  const at = {
    prompt: columnOf(first, PROMPT),
    completion: columnOf(first, COMPLETION),
    reward: columnOf(first, REWARD, functions),
    advantage: columnOf(first, ADVANTAGE, functions),
    length: columnOf(first, LENGTH, functions),
    stop: columnOf(first, STOP, functions),
    truncated: columnOf(first, TRUNCATED, functions),
  };
  const own = new Set(["step", "epoch", ...Object.values(at).filter((name) => name !== undefined)]);
  const cell = (row: Foreign, name: string | undefined) => (name === undefined ? undefined : row[name]);
  const parts = rewardColumns(rows, functions, own);
  const isPart = new Set(parts);
  const prompts = rows.map((row) => jsonText(cell(row, at.prompt) ?? null));
  return groupsOf(prompts).flatMap((members) => {
    const texts = members.map((row) => jsonText(cell(rows[row], at.completion) ?? null));
    const group = UNNAMED + digestOf([prompts[members[0]], ...texts].join("\n"));
    return members.map((number, place): Rollout => {
      const row = rows[number];
      const rewards = Object.fromEntries(parts.map((name) => [name, measured(row[name])]));
      const alone = parts.length === 1 ? rewards[parts[0]] : null;
      const extra = Object.keys(row).filter((name) => !own.has(name) && !isPart.has(name));
      const truncated = cell(row, at.truncated);
      return {
        step: wholeOf(row.step) ?? batch.step,
        group,
        place,
        prompt: turnsOf(cell(row, at.prompt), "user"),
        completion: turnsOf(cell(row, at.completion), "assistant"),
        rewards,
        reward: at.reward === undefined ? alone : measured(row[at.reward]),
        advantage: measured(cell(row, at.advantage)),
        length: wholeOf(cell(row, at.length)),
        truncated: typeof truncated === "boolean" ? truncated : null,
        stopReason: textOf(cell(row, at.stop)),
        epoch: measured(row.epoch),
        phase: batch.phase,
        extra: Object.fromEntries(extra.map((name) => [name, cellOf(row[name])])),
      };
    });
  });
}

const TRACE_OWN = new Set([
  ...REWARD,
  ...ADVANTAGE,
  ...LENGTH,
  ...STOP,
  ...TRUNCATED,
  "rewards",
  "step",
  "epoch",
  "group",
  "group_id",
  "phase",
]);

/** What stands before the first answer is the prompt. */
export function splitTurns(messages: readonly unknown[]): Pick<Rollout, "prompt" | "completion"> {
  const turns = turnsOf(messages, "user");
  const answered = turns.findIndex((turn) => turn.role === "assistant");
  const split = answered === -1 ? turns.length : answered;
  return { prompt: turns.slice(0, split), completion: turns.slice(split) };
}

/**
 * The completion of one conversation: what stands before the first answer is its prompt. `told` is what its sender says of
 * it: reward, rewards, advantage, step, group and others, all of them optional.
 */
export function rolloutOfMessages(
  messages: readonly unknown[],
  told: Foreign,
  place: { step: number; group: string; place: number; phase: Rollout["phase"] },
): Rollout {
  const rewards = isForeign(told.rewards)
    ? Object.fromEntries(Object.entries(told.rewards).map(([name, value]) => [name, measured(value)]))
    : {};
  const value = (names: readonly string[]) => told[columnOf(told, names) ?? ""];
  const truncated = value(TRUNCATED);
  const phase = told.phase === "train" || told.phase === "eval" ? told.phase : place.phase;
  const extra = Object.entries(told).filter(([name]) => !TRACE_OWN.has(name));
  return {
    step: wholeOf(told.step) ?? place.step,
    group: place.group,
    place: place.place,
    ...splitTurns(messages),
    rewards,
    reward: measured(value(REWARD)),
    advantage: measured(value(ADVANTAGE)),
    length: wholeOf(value(LENGTH)),
    truncated: typeof truncated === "boolean" ? truncated : null,
    stopReason: textOf(value(STOP)),
    epoch: measured(told.epoch),
    phase,
    extra: Object.fromEntries(extra.map(([name, cell]) => [name, cellOf(cell)])),
  };
}
