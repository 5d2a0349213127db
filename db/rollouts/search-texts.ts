import type { Db } from "../client.ts";
import type { StoredTurn } from "../schema/rollouts.ts";
import { bytesOfTurns, textReader } from "./pack-texts.ts";
import { bitsOfSearch, fold, passesSieve } from "./sieve.ts";

/** A text that holds what was looked for: a completion, or a prompt with the newest group that was drawn for it. */
export interface FoundText {
  kind: "completion" | "prompt";
  groupId: number;
  /** Of the completion; null for a prompt. */
  place: number | null;
  reward: number | null;
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
const IN_BLOCK = `select g.id as groupId, c.place, c.reward, c.turns, c.offset from rollout_completions c
  join rollout_groups g on g.id = c.group_id where c.block_id = @block`;
const THIS_STEP = "and g.attempt_id = @attemptId and g.phase = @phase and g.step = @step";
const PROMPTS = `select (select max(g.id) from rollout_groups g where g.prompt_id = p.id) as groupId, null as place, null as reward,
    p.turns,
    p.offset from rollout_prompts p where p.block_id = ?`;

interface Row {
  groupId: number | null;
  place: number | null;
  reward: number | null;
  turns: string;
  offset: number;
}

/** Blocks that may hold the text, the newest first, and whether there are more than `most`. */
function candidateBlocks(db: Db, { runId, text, of, before, blocks: most }: SearchOptions): number[] {
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
  const candidates: number[] = [];
  for (const { id, bits: sieve } of sieves) {
    if (passesSieve(sieve, bits)) candidates.push(id);
    if (candidates.length > most) break;
  }
  return candidates;
}

/** The texts of one block that hold what is wanted. */
function searchBlock(db: Db, block: number, wanted: string, of: SearchOptions["of"]): FoundText[] {
  const read = textReader(db);
  if (!fold(read.whole(block)).includes(wanted)) return [];
  const inBlock = `${IN_BLOCK} ${of ? THIS_STEP : ""} order by g.step desc, g.id, c.place`;
  const rows = [
    ...db.$client.prepare(inBlock).all({ block, ...of }),
    ...(of ? [] : db.$client.prepare(PROMPTS).all(block)),
  ] as Row[];
  return rows.flatMap(({ groupId, place, reward, turns: json, offset }) => {
    if (groupId === null) return [];
    const turns = JSON.parse(json) as StoredTurn[];
    const text = read.text({ blockId: block, offset }, bytesOfTurns(turns));
    const at = fold(text).indexOf(wanted);
    const kind = place === null ? ("prompt" as const) : ("completion" as const);
    return at < 0 ? [] : [{ kind, groupId, place, reward, turns, text, at }];
  });
}

/**
 * Texts of a run that hold a text, whatever its case, the newest first. Blocks whose sieve cannot hold it stay packed. An answer
 * ends when it holds enough or has unpacked enough, and says where to go on. It yields after each block.
 */
export function* searchTexts(db: Db, options: SearchOptions): Generator<void, FoundTexts, void> {
  const wanted = fold(options.text);
  const found: FoundText[] = [];
  const candidates = candidateBlocks(db, options);
  for (const [i, block] of candidates.entries()) {
    if (found.length >= options.most || i === options.blocks) return { found, next: candidates[i - 1] };
    found.push(...searchBlock(db, block, wanted, options.of));
    yield;
  }
  return { found, next: null };
}
