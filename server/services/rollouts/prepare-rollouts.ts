import { createHash } from "node:crypto";
import { MARKS, type CompletionToKeep, type GroupToKeep, type TextToKeep } from "#db/rollouts/keep-groups.ts";
import type { StoredTurn } from "#db/schema/rollouts.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import { policiesOf } from "../../contracts/external/said-columns.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { sha256 } from "../hashing.ts";
import type { Rollout, Turn } from "../../contracts/external/verbs.ts";

const OPENING = 160;

/** The beginning of a text within so many bytes, without half of a character at its end. */
function cutBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const whole = Buffer.from(text);
  let end = bytes;
  while (end > 0 && (whole[end] & 0xc0) === 0x80) end -= 1;
  return whole.toString("utf8", 0, end);
}

const cutName = (name: string): string => name.slice(0, ROLLOUT_LIMITS.name).toWellFormed();

/** Turns beyond the most are part of the last one, each behind its role. */
function fewEnough(turns: readonly Turn[]): readonly Turn[] {
  if (turns.length <= ROLLOUT_LIMITS.turns) return turns;
  const kept = turns.slice(0, ROLLOUT_LIMITS.turns - 1);
  const rest = turns.slice(ROLLOUT_LIMITS.turns - 1);
  return [...kept, { role: rest[0].role, text: rest.map(({ role, text }) => `${role}: ${text}`).join("\n") }];
}

/** Joins turns to one text and cuts what is beyond the bytes that are kept. */
function joinTurns(came: readonly Turn[]): TextToKeep {
  const whole = came.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, -1);
  const turns: StoredTurn[] = [];
  const texts: string[] = [];
  let left: number = ROLLOUT_LIMITS.textBytes;
  for (const { role, text, reward } of fewEnough(came)) {
    if (left < 0) break;
    const kept = cutBytes(text.toWellFormed(), left);
    const bytes = Buffer.byteLength(kept);
    turns.push([cutName(role), bytes, typeof reward === "number" ? toWire(reward) : null]);
    texts.push(kept);
    left -= bytes + 1;
  }
  return { text: texts.join("\n"), turns, cutFrom: whole > ROLLOUT_LIMITS.textBytes ? whole : null };
}

const digestOf = (value: unknown): string =>
  sha256(JSON.stringify(value, (_, one: unknown) => (typeof one === "number" ? toWire(one) : one)));

function shortKey(key: string): string {
  if (key.length <= ROLLOUT_LIMITS.key) return key;
  return `${key.slice(0, ROLLOUT_LIMITS.key - 1).toWellFormed()}…${sha256(key).slice(0, 12)}`;
}

/** The step and key under which a group is kept. */
export const keyOfGroup = ({ step, group }: Pick<Rollout, "step" | "group">) => ({
  step,
  key: shortKey(group.toWellFormed()),
});

/** The first columns as JSON, long texts cut; null where there is none. */
function columnsOf<T>(values: Readonly<Record<string, T>>): string | null {
  const entries = Object.entries(values).slice(0, ROLLOUT_LIMITS.columns);
  if (entries.length === 0) return null;
  return JSON.stringify(
    Object.fromEntries(
      entries.map(([name, value]): [string, unknown] => {
        if (typeof value === "number") return [cutName(name), toWire(value)];
        return [
          cutName(name),
          typeof value === "string" ? value.slice(0, ROLLOUT_LIMITS.value).toWellFormed() : value,
        ];
      }),
    ),
  );
}

/** The reward that was trained on; of several parts without a whole their sum, which is marked. */
function rewardOf({ reward, rewards }: Rollout): { reward: number | null; marks: number } {
  const parts = Object.values(rewards).filter((part) => part !== null);
  const value = reward ?? (parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : null);
  const marks = reward === null && parts.length > 1 ? MARKS.sumOfParts : 0;
  return Number.isNaN(value) ? { reward: null, marks: marks | MARKS.rewardNan } : { reward: value, marks };
}

function prepareCompletion(rollout: Rollout): CompletionToKeep {
  const { reward, marks } = rewardOf(rollout);
  const { advantage, length, truncated, epoch } = rollout;
  return {
    ...joinTurns(rollout.completion),
    place: rollout.place,
    digest: Buffer.from(digestOf(rollout), "hex").subarray(0, 12),
    reward,
    marks: marks | (Number.isNaN(advantage) ? MARKS.advantageNan : 0),
    rewards: columnsOf(rollout.rewards),
    advantage: Number.isNaN(advantage) ? null : advantage,
    length: Number.isFinite(length) ? Math.round(length!) : null,
    truncated: truncated === null ? null : truncated ? 1 : 0,
    stopReason: rollout.stopReason === null ? null : cutName(rollout.stopReason),
    epoch: Number.isFinite(epoch) ? epoch : null,
    extra: columnsOf(rollout.extra),
  };
}

function preparePrompt(turns: readonly Turn[], key: string): GroupToKeep["prompt"] {
  if (turns.length === 0) return { ...joinTurns([]), cutFrom: null, hash: promptHashOfKey(key), opening: "" };
  const last = turns.findLast(({ role }) => role === "user") ?? turns.at(-1)!;
  return {
    ...joinTurns(turns),
    hash: digestOf(turns.map(({ role, text }) => [role, text])).slice(0, 24),
    opening: last.text.slice(0, OPENING).toWellFormed(),
  };
}

/** What stands for a prompt that is known by a key alone. */
export const promptHashOfKey = (key: string): string =>
  createHash("sha256").update(`key ${key}`).digest("hex").slice(0, 24);

/** Completions by group, as they are stored. What names no phase is training; a later one of the same place wins. */
export function prepareRollouts(rollouts: readonly Rollout[]): GroupToKeep[] {
  const groups = new Map<string, GroupToKeep & { byPlace: Map<number, CompletionToKeep>; came: Rollout[] }>();
  for (const rollout of rollouts) {
    const phase = rollout.phase ?? "train";
    const { key } = keyOfGroup(rollout);
    const name = `${phase} ${rollout.step} ${key}`;
    let group = groups.get(name);
    if (!group) {
      const prompt = preparePrompt(rollout.prompt, key);
      group = {
        phase,
        step: rollout.step,
        key,
        prompt,
        completions: [],
        policies: null,
        byPlace: new Map(),
        came: [],
      };
      groups.set(name, group);
    }
    group.byPlace.set(rollout.place, prepareCompletion(rollout));
    if (phase === "eval") group.came.push(rollout);
  }
  return [...groups.values()].map(({ byPlace, came, ...group }) => ({
    ...group,
    completions: [...byPlace.values()],
    policies: policiesOf(came),
  }));
}
