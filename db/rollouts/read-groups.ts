import type { Db } from "../client.ts";
import type { StoredTurn } from "../schema/rollouts.ts";

export type RolloutPhase = "train" | "eval";

/** One step of one phase, of the last attempt that sent something there. */
export interface StepRecord {
  phase: RolloutPhase;
  step: number;
  attemptId: string;
  /** The process that sent it, where its attempt is not known yet; else empty. */
  opener: string;
  groups: number;
  n: number;
  rewarded: number;
  mean: number | null;
}

const steps = (
  which: string,
) => `select g.phase, g.step, g.attempt_id as attemptId, g.opener, count(*) as groups, sum(g.n) as n,
    sum(g.rewarded) as rewarded, sum(g.mean * g.rewarded) / nullif(sum(g.rewarded), 0) as mean
  from rollout_groups g join attempts a on a.id = g.attempt_id where a.run_id = @runId ${which}
  group by g.phase, g.step, a.n, g.opener order by g.phase, g.step, a.n, max(g.id)`;

/**
 * Steps of a run in ascending order, or the one that is asked for. Where a later attempt was at a step again, the earlier
 * one's are left out, as they are where a process sent some whose attempt is not known yet.
 */
export function selectRolloutSteps(
  db: Db,
  runId: string,
  only?: Pick<StepRecord, "phase" | "step">,
): StepRecord[] {
  const which = only ? "and g.phase = @phase and g.step = @step" : "";
  const { phase, step } = only ?? {};
  const rows = db.$client.prepare(steps(which)).all({ runId, phase, step }) as StepRecord[];
  return rows.filter(({ phase, step }, i) => rows[i + 1]?.phase !== phase || rows[i + 1].step !== step);
}

export interface GroupRecord {
  id: number;
  attemptId: string;
  opener: string;
  phase: RolloutPhase;
  step: number;
  key: string;
  hash: string;
  opening: string;
  n: number;
  rewarded: number;
  mean: number | null;
  sd: number | null;
  truncated: number;
}

const GROUP = `select g.id, g.attempt_id as attemptId, g.opener, g.phase, g.step, g.key, p.hash, p.opening, g.n, g.rewarded, g.mean, g.sd,
    g.truncated from rollout_groups g join rollout_prompts p on p.id = g.prompt_id`;

/** What groups have in common that are read together. */
type GroupsAt = Pick<StepRecord, "attemptId" | "opener" | "phase" | "step">;

const AT = "g.attempt_id = @attemptId and g.phase = @phase and g.step = @step and g.opener = @opener";

/** Groups of one step in the order in which they came. */
export function selectGroupsOfStep(db: Db, at: GroupsAt): GroupRecord[] {
  return db.$client.prepare(`${GROUP} where ${AT} order by g.id`).all(at) as GroupRecord[];
}

/** Whether a group is one of those that the steps of its run show. */
export function amongShown(shown: readonly StepRecord[]): (group: GroupRecord) => boolean {
  const byPlace = new Map(shown.map((record) => [`${record.phase} ${record.step}`, record]));
  return ({ phase, step, attemptId, opener }) => {
    const found = byPlace.get(`${phase} ${step}`);
    return found?.attemptId === attemptId && found.opener === opener;
  };
}

/** Groups by their row ids. */
export function selectGroupsById(db: Db, ids: readonly number[]): Map<number, GroupRecord> {
  const rows = db.$client
    .prepare(`${GROUP} where g.id in (select value from json_each(?))`)
    .all(JSON.stringify(ids)) as GroupRecord[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** What lists and histograms need of a completion. */
export interface RewardRecord {
  groupId: number;
  place: number;
  reward: number | null;
  marks: number;
  advantage: number | null;
  length: number | null;
  truncated: 0 | 1 | null;
}

const REWARDS = `select c.group_id as groupId, c.place, c.reward, c.marks, c.advantage, c.length, c.truncated
  from rollout_groups g join rollout_completions c on c.group_id = g.id`;

export function selectRewardsOfStep(db: Db, at: GroupsAt): RewardRecord[] {
  return db.$client.prepare(`${REWARDS} where ${AT} order by g.id, c.place`).all(at) as RewardRecord[];
}

/** Groups of a run with this prompt and their rewards, in the order of steps. */
export function selectVisits(db: Db, runId: string, hash: string) {
  const of = "where g.prompt_id = (select id from rollout_prompts where run_id = ? and hash = ?)";
  const groups = db.$client.prepare(`${GROUP} ${of} order by g.step, g.id`).all(runId, hash) as GroupRecord[];
  const rewards = db.$client
    .prepare(`${REWARDS} ${of} order by g.id, c.place`)
    .all(runId, hash) as RewardRecord[];
  return { groups, rewards };
}

export interface CompletionRecord extends RewardRecord {
  rewards: Record<string, number | string | null> | null;
  stopReason: string | null;
  epoch: number | null;
  extra: Record<string, string | number | boolean | null> | null;
  turns: StoredTurn[];
  blockId: number;
  offset: number;
  cutFrom: number | null;
}

const parsed = <T>(text: unknown): T => JSON.parse(text as string) as T;

/** Completions of a group, or some of them by their places, with where their texts lie. */
export function selectCompletions(db: Db, groupId: number, places?: readonly number[]): CompletionRecord[] {
  const some = places ? "and place in (select value from json_each(?))" : "";
  const rows = db.$client
    .prepare(
      `select group_id as groupId, place, reward, marks, rewards, advantage, length, truncated, stop_reason as stopReason,
        epoch, extra, turns, block_id as blockId, offset, cut_from as cutFrom
      from rollout_completions where group_id = ? ${some} order by place`,
    )
    .all(groupId, ...(places ? [JSON.stringify(places)] : [])) as Record<keyof CompletionRecord, unknown>[];
  return rows.map((row) => ({
    ...(row as unknown as CompletionRecord),
    rewards: parsed(row.rewards ?? "null"),
    extra: parsed(row.extra ?? "null"),
    turns: parsed(row.turns),
  }));
}

export interface PromptRecord {
  hash: string;
  turns: StoredTurn[];
  blockId: number | null;
  offset: number;
  cutFrom: number | null;
}

/** The prompt of a run by its hash. */
export function selectPrompt(db: Db, runId: string, hash: string): PromptRecord | undefined {
  const row = db.$client
    .prepare(
      "select hash, turns, block_id as blockId, offset, cut_from as cutFrom from rollout_prompts where run_id = ? and hash = ?",
    )
    .get(runId, hash) as (Omit<PromptRecord, "turns"> & { turns: string }) | undefined;
  return row && { ...row, turns: parsed(row.turns) };
}

/** Runs of an experiment, other than this one, that have this prompt. */
export function selectRunsWithPrompt(db: Db, runId: string, hash: string, limit: number) {
  return db.$client
    .prepare(
      `select r.id, r.name from rollout_prompts p join runs r on r.id = p.run_id
        where p.hash = ? and r.id <> ? order by r.experiment_id = (select experiment_id from runs where id = ?) desc, r.name
        limit ?`,
    )
    .all(hash, runId, runId, limit) as { id: string; name: string }[];
}
