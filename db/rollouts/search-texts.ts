import type { Db } from "../client.ts";
import type { StoredTurn } from "../schema/rollouts.ts";
import { textReader } from "./pack-texts.ts";
import { bitsOfSearch, fold, passesSieve } from "./sieve.ts";

/** A text that holds what was looked for: a completion, or a prompt with the newest group that was drawn for it. */
export interface FoundText {
  kind: "completion" | "prompt";
  groupId: number;
  /** Of the completion; null for a prompt. */
  place: number | null;
  turns: StoredTurn[];
  text: string;
  /** Characters before the first hit. */
  at: number;
}

export interface SearchOptions {
  runId: string;
  text: string;
  /** Only texts of this step, where given. */
  of: { attemptId: string; phase: string; step: number } | null;
  /** Only blocks before this one: where the last answer ended. */
  before: number | null;
  /** Texts that an answer holds before it ends, with the rest of the last block. */
  most: number;
  /** Blocks that are unpacked before an answer ends, so that no search takes long. */
  blocks: number;
}

export interface FoundTexts {
  found: FoundText[];
  /** Where to go on; null at the end. */
  next: number | null;
}

const OF_STEP = `(select c.block_id from rollout_groups g join rollout_completions c on c.group_id = g.id
      where g.attempt_id = @attemptId and g.phase = @phase and g.step = @step)`;
const IN_BLOCK = `select g.id as groupId, c.place, c.turns, c.offset from rollout_completions c
  join rollout_groups g on g.id = c.group_id where c.block_id = @block`;
const THIS_STEP = "and g.attempt_id = @attemptId and g.phase = @phase and g.step = @step";
const PROMPTS = `select (select max(g.id) from rollout_groups g where g.prompt_id = p.id) as groupId, null as place, p.turns,
    p.offset from rollout_prompts p where p.block_id = ?`;

interface Row {
  groupId: number | null;
  place: number | null;
  turns: string;
  offset: number;
}

const bytesOf = (turns: StoredTurn[]): number =>
  turns.reduce((sum, [, bytes]) => sum + bytes, 0) + Math.max(0, turns.length - 1);

/**
 * Texts of a run that hold a text, whatever its case, the newest first. Blocks whose sieve cannot hold it stay packed. An answer
 * ends when it holds enough or has unpacked enough, and says where to go on.
 */
export function searchTexts(db: Db, { runId, text, of, before, most, blocks }: SearchOptions): FoundTexts {
  const wanted = fold(text);
  const bits = bitsOfSearch(text);
  const sieves = db.$client
    .prepare(
      `select block_id as id, bits from rollout_sieves where run_id = @runId and block_id < @before
        ${of ? `and block_id in ${OF_STEP}` : ""} order by block_id desc`,
    )
    .iterate({ runId, before: before ?? Number.MAX_SAFE_INTEGER, ...of }) as Iterable<{
    id: number;
    bits: Buffer;
  }>;
  const found: FoundText[] = [];
  const candidates: number[] = [];
  let next: number | null = null;
  for (const { id, bits: sieve } of sieves) {
    if (!passesSieve(sieve, bits)) continue;
    if (candidates.length === blocks) {
      next = candidates.at(-1)!;
      break;
    }
    candidates.push(id);
  }
  const inBlock = db.$client.prepare(`${IN_BLOCK} ${of ? THIS_STEP : ""} order by g.step desc, g.id, c.place`);
  const prompts = db.$client.prepare(PROMPTS);
  for (const block of candidates) {
    if (found.length >= most) return { found, next: candidates[candidates.indexOf(block) - 1] };
    const read = textReader(db);
    const rows = [...inBlock.all({ block, ...of }), ...(of ? [] : prompts.all(block))] as Row[];
    for (const { groupId, place, turns: json, offset } of rows) {
      if (groupId === null) continue;
      const turns = JSON.parse(json) as StoredTurn[];
      const whole = read({ blockId: block, offset }, bytesOf(turns));
      const at = fold(whole).indexOf(wanted);
      if (at >= 0)
        found.push({ kind: place === null ? "prompt" : "completion", groupId, place, turns, text: whole, at });
    }
  }
  return { found, next };
}
