import { UNNAMED } from "../../contracts/rollouts/group-name.ts";
import type { LoggedRow } from "../../contracts/external/logged-table.ts";
import type { ExternalFacts, Rollout } from "../../contracts/external/verbs.ts";
import {
  holdCompletions,
  phaseOfNames,
  rolloutOfMessages,
  rolloutsOfRows,
  splitTurns,
} from "../../foreign/completions.ts";
import { factsOf, stepOfEntry, typeOf } from "../../foreign/trackio-entries.ts";
import type { Seen } from "./seen.ts";
import {
  digestOf,
  isForeign,
  jsonText,
  leavesOf,
  numberOf,
  textOf,
  timeOf,
  wholeOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";

/** What a list of log entries of one run holds. */
export interface ReadLog {
  rows: LoggedRow[];
  /** One for each row: the client's log id. */
  ids: string[];
  rollouts: Rollout[];
  facts: Partial<ExternalFacts>;
  /** Texts that stood among the numbers: the last one under each name. */
  texts: Map<string, string>;
  /** Objects that are no numbers and no completions, as they came. */
  files: { path: string; type: string; text: string }[];
  /** What was set aside, one sentence for each cause, by the cause. */
  parked: Map<string, string>;
}

/** These say only where their file lies; it comes by itself. */
const MEDIA = new Set(["image", "video", "audio", "html", "object3d"]);

/** Names of reward functions, as TRL writes them into the row that goes before a table. */
function rewardNames(metrics: Foreign): Set<string> {
  const found = Object.keys(metrics).map((name) => /^(?:train|eval)\/rewards\/(.+)\/mean$/.exec(name)?.[1]);
  return new Set(found.filter((name) => name !== undefined));
}

/** The phase of a row. One that names the train step and nothing of an evaluation is of the training. */
const phaseOf = (metrics: Foreign): Rollout["phase"] =>
  phaseOfNames(metrics) ?? (Object.hasOwn(metrics, "train/global_step") ? "train" : null);

interface Around {
  id: string;
  step: number;
  phase: Rollout["phase"];
  names: ReadonlySet<string>;
  seen: Seen;
}

/** Reads entries of one run in the order in which they came. */
export function readLog(entries: readonly Foreign[], seen: Seen): ReadLog {
  const read: ReadLog = {
    rows: [],
    ids: [],
    rollouts: [],
    facts: {},
    texts: new Map(),
    files: [],
    parked: new Map(),
  };
  let before: Pick<Around, "phase" | "names"> = { phase: null, names: new Set() };
  for (const entry of entries) {
    const metrics = isForeign(entry.metrics) ? entry.metrics : {};
    const step = stepOfEntry(entry, metrics);
    const id = textOf(entry.log_id) ?? digestOf(jsonText(entry));
    if (isForeign(entry.config)) read.facts = { ...read.facts, ...factsOf(entry.config) };
    if (phaseOf(metrics) !== null) before = { phase: phaseOf(metrics), names: rewardNames(metrics) };
    const values: [string, number][] = [];
    const around = { id, step: step ?? 0, ...before, seen };
    for (const [name, value] of Object.entries(metrics)) readValue(name, value, around, values, read);
    if (values.length === 0) continue;
    read.rows.push({ step, at: timeOf(entry.timestamp), values: Object.fromEntries(values) });
    read.ids.push(id);
  }
  if (read.texts.size > 0) read.facts = { ...read.facts, summary: Object.fromEntries(read.texts) };
  return read;
}

function readValue(
  name: string,
  value: unknown,
  around: Around,
  values: [string, number][],
  read: ReadLog,
): void {
  const number = numberOf(value);
  if (number !== null) return void values.push([name, number]);
  if (value === null) return;
  if (typeof value === "string") return void read.texts.set(name, value);
  if (Array.isArray(value) && value.some((inner) => typeOf(inner) !== null)) {
    value.forEach((inner, i) => readValue(name, inner, { ...around, id: `${around.id}.${i}` }, values, read));
    return;
  }
  const type = typeOf(value);
  if (type !== null && isForeign(value)) return readTyped(type, name, value, around, read);
  if (isForeign(value)) {
    for (const [path, leaf] of leavesOf(value)) {
      if (typeof leaf !== "object" || leaf === null) readValue(`${name}.${path}`, leaf, around, values, read);
      else park(read, `${name}.${path}`);
    }
    return;
  }
  park(read, name);
}

const park = (read: ReadLog, name: string) =>
  read.parked.set(
    name,
    `"${name.slice(0, 200)}" came with a list where a curve takes a number; it is not drawn.`,
  );

function readTyped(type: string, name: string, value: Foreign, around: Around, read: ReadLog): void {
  const held = value["_value"];
  if (type === "table" && Array.isArray(held) && holdCompletions(held)) {
    const { step, phase, names } = around;
    const rollouts = rolloutsOfRows(held as Foreign[], { step, phase, rewardNames: names });
    read.rollouts.push(...around.seen.samePhase(rollouts));
  } else if (type === "trace" && Array.isArray(value.messages)) {
    read.rollouts.push(
      readTrace(name, value.messages, isForeign(value.metadata) ? value.metadata : {}, around),
    );
    if (Array.isArray(value.spans) && value.spans.length > 0)
      keepAsFile(`${name} spans`, value.spans, around, read);
  } else if (type === "markdown" && typeof held === "string") {
    read.files.push({ path: filePath(name, around, "md"), type: "text/markdown", text: held });
  } else if (!MEDIA.has(type)) keepAsFile(name, value, around, read);
}

const filePath = (name: string, { step, id }: Around, end: string) =>
  `${name}/step ${step} ${id.slice(0, 8)}.${end}`;

const keepAsFile = (name: string, value: unknown, around: Around, read: ReadLog) =>
  read.files.push({
    path: filePath(name, around, "json"),
    type: "application/json",
    text: jsonText(value),
  });

/** A trace is one completion; those of one step and prompt are a group, which the client may name. */
function readTrace(name: string, messages: readonly unknown[], metadata: Foreign, around: Around): Rollout {
  const named = metadata.group_id ?? metadata.group ?? metadata.prompt_id;
  const shared =
    typeof named === "string" || typeof named === "number"
      ? String(named)
      : UNNAMED + digestOf(JSON.stringify(splitTurns(messages).prompt));
  const step = wholeOf(metadata.step) ?? around.step;
  const { group, place } = around.seen.placeOfTrace(step, shared.slice(0, 150), `${around.id} ${name}`);
  return rolloutOfMessages(messages, metadata, { step, group, place, phase: around.phase });
}
