import type { Db } from "../client.ts";
import type { StoredTurn } from "../schema/rollouts.ts";
import { textPacker, type TextPacker } from "./pack-texts.ts";

/** Bits of `marks`: SQLite knows no NaN, and a sum is not what the client sent. */
export const MARKS = { rewardNan: 1, advantageNan: 2, sumOfParts: 4 } as const;

/** A text as it is stored: its turns one behind the other with a line break between them. */
export interface TextToKeep {
  text: string;
  turns: StoredTurn[];
  /** Bytes that came, where they were cut. */
  cutFrom: number | null;
}

export interface CompletionToKeep extends TextToKeep {
  place: number;
  digest: Buffer;
  reward: number | null;
  marks: number;
  /** As JSON. */
  rewards: string | null;
  advantage: number | null;
  length: number | null;
  truncated: 0 | 1 | null;
  stopReason: string | null;
  epoch: number | null;
  /** As JSON. */
  extra: string | null;
}

export interface GroupToKeep {
  phase: "train" | "eval";
  step: number;
  key: string;
  prompt: TextToKeep & { hash: string; opening: string };
  completions: CompletionToKeep[];
  /** Of an evaluation: the versions of the policy that the completions name. */
  policies: string[] | null;
}

/** How many completions were new, came again as they are, and stand in the place of another. */
export interface KeptCounts {
  added: number;
  same: number;
  replaced: number;
}

/** Statements are made once for a batch: what a statement takes outside the heap is freed long after it. */
function promptKeeper(db: Db, runId: string, packer: TextPacker): (prompt: GroupToKeep["prompt"]) => number {
  const find = db.$client.prepare("select id from rollout_prompts where run_id = ? and hash = ?").pluck();
  const insert = db.$client.prepare(
    `insert into rollout_prompts (run_id, hash, opening, turns, block_id, offset, cut_from) values (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (prompt) => {
    const known = find.get(runId, prompt.hash) as number | undefined;
    if (known !== undefined) return known;
    const { blockId, offset } =
      prompt.turns.length > 0 ? packer.add(prompt.text) : { blockId: null, offset: 0 };
    const turns = JSON.stringify(prompt.turns);
    return Number(
      insert.run(runId, prompt.hash, prompt.opening, turns, blockId, offset, prompt.cutFrom).lastInsertRowid,
    );
  };
}

/** The group's row, made where it is new; what comes again with another prompt takes that one. */
const GROUP = `insert into rollout_groups (attempt_id, phase, step, key, opener, prompt_id, n, rewarded, truncated)
  values (?, ?, ?, ?, ?, ?, 0, 0, 0)
  on conflict (attempt_id, phase, step, key, opener) do update set prompt_id = excluded.prompt_id returning id`;

const COMPLETION = `insert into rollout_completions (group_id, place, digest, reward, marks, rewards, advantage, length,
    truncated, stop_reason, epoch, extra, turns, block_id, offset, cut_from)
  values (@groupId, @place, @digest, @reward, @marks, @rewards, @advantage, @length, @truncated, @stopReason, @epoch, @extra,
    @turns, @blockId, @offset, @cutFrom)
  on conflict (group_id, place) do update set digest = excluded.digest, reward = excluded.reward, marks = excluded.marks,
    rewards = excluded.rewards, advantage = excluded.advantage, length = excluded.length, truncated = excluded.truncated,
    stop_reason = excluded.stop_reason, epoch = excluded.epoch, extra = excluded.extra, turns = excluded.turns,
    block_id = excluded.block_id, offset = excluded.offset, cut_from = excluded.cut_from`;

interface Summed {
  n: number;
  truncated: number;
  rewarded: number;
  mean: number | null;
  min: number | null;
  max: number | null;
}

/** Brings a group's statistics to what its completions are now. */
export function groupSummer(db: Db): (groupId: number) => void {
  const finite = "reward between -1.7976931348623157e308 and 1.7976931348623157e308";
  const sum = db.$client.prepare(
    `select count(*) as n, coalesce(sum(truncated), 0) as truncated, count(*) filter (where ${finite}) as rewarded,
      avg(reward) filter (where ${finite}) as mean, min(reward) filter (where ${finite}) as min,
      max(reward) filter (where ${finite}) as max from rollout_completions where group_id = ?`,
  );
  const sumSquares = db.$client
    .prepare(
      `select sum((reward - ?) * (reward - ?)) from rollout_completions where group_id = ? and ${finite}`,
    )
    .pluck();
  const update = db.$client.prepare(
    `update rollout_groups set n = @n, rewarded = @rewarded, mean = @mean, sd = @sd, min = @min, max = @max,
      truncated = @truncated where id = @groupId`,
  );
  return (groupId) => {
    const found = sum.get(groupId) as Summed;
    // Equal rewards have a spread of exactly 0, whatever their mean is rounded to.
    const squares = found.min === found.max ? 0 : sumSquares.get(found.mean, found.mean, groupId);
    const sd = found.rewarded < 2 ? null : Math.sqrt((squares as number) / (found.rewarded - 1));
    update.run({ ...found, sd, groupId });
  };
}

/** Adds versions of the policy to those that a group names. */
export function policyAdder(db: Db): (groupId: number, policies: readonly string[] | null) => void {
  const known = db.$client.prepare("select policies from rollout_groups where id = ?").pluck();
  const update = db.$client.prepare("update rollout_groups set policies = ? where id = ?");
  return (groupId, policies) => {
    if (policies === null) return;
    const before = JSON.parse((known.get(groupId) as string | null) ?? "[]") as string[];
    update.run(JSON.stringify([...new Set([...before, ...policies])]), groupId);
  };
}

/**
 * Stores groups of one attempt inside the caller's transaction. A completion is known by attempt, phase, step, group and place:
 * one that comes again as it is changes nothing, one that comes otherwise takes the place of the former. Those of an `opener`
 * stand apart until its attempt is known.
 */
export function keepGroups(
  db: Db,
  { runId, attemptId, opener = "" }: { runId: string; attemptId: string; opener?: string },
  groups: readonly GroupToKeep[],
): KeptCounts {
  const packer = textPacker(db, runId);
  const counts: KeptCounts = { added: 0, same: 0, replaced: 0 };
  const keepPrompt = promptKeeper(db, runId, packer);
  const sumGroup = groupSummer(db);
  const addPolicies = policyAdder(db);
  const insertGroup = db.$client.prepare(GROUP).pluck();
  const insertCompletion = db.$client.prepare(COMPLETION);
  const former = db.$client.prepare(
    "select digest, block_id as blockId from rollout_completions where group_id = ? and place = ?",
  );
  for (const { phase, step, key, prompt, completions, policies } of groups) {
    const promptId = keepPrompt(prompt);
    const groupId = insertGroup.get(attemptId, phase, step, key, opener, promptId) as number;
    for (const { text, turns, ...completion } of completions) {
      const before = former.get(groupId, completion.place) as { digest: Buffer; blockId: number } | undefined;
      if (before?.digest.equals(completion.digest)) {
        counts.same += 1;
        continue;
      }
      counts[before ? "replaced" : "added"] += 1;
      insertCompletion.run({ ...completion, ...packer.add(text), groupId, turns: JSON.stringify(turns) });
      if (before) packer.drop(before.blockId);
    }
    sumGroup(groupId);
    addPolicies(groupId, policies);
  }
  packer.flush();
  return counts;
}

const MOVE = `update or ignore rollout_groups set phase = @phase where phase <> @phase and step = @step and key = @key
  and attempt_id in (select id from attempts where run_id = @runId)`;

/** Puts groups of a run into another phase, inside the caller's transaction; one that is there already stays as it is. */
export function moveGroups(
  db: Db,
  runId: string,
  groups: readonly Pick<GroupToKeep, "step" | "key">[],
  phase: GroupToKeep["phase"],
): void {
  const move = db.$client.prepare(MOVE);
  for (const { step, key } of groups) move.run({ runId, step, key, phase });
}
