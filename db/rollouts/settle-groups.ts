import type { Db } from "../client.ts";
import { groupSummer, type GroupToKeep, policyAdder } from "./keep-groups.ts";
import { textPacker } from "./pack-texts.ts";

export interface SettledGroup extends Pick<GroupToKeep, "phase" | "step"> {
  id: number;
  key: string;
}

const WAITING = `select g.id, g.phase, g.step, g.key from rollout_groups g join attempts a on a.id = g.attempt_id
  where a.run_id = ? and g.opener = ? order by g.id`;

const REPLACED = `select block_id from rollout_completions
  where group_id = @into and place in (select place from rollout_completions where group_id = @id)`;

const REPLACE = `delete from rollout_completions
  where group_id = @into and place in (select place from rollout_completions where group_id = @id)`;

/**
 * Puts the groups that a process sent before its first row into the attempt that its rows turned out to be of, inside the
 * caller's transaction. Where that has the group already, what came later takes the place of the former. Returns them.
 */
export function settleGroups(
  db: Db,
  { runId, attemptId, opener }: { runId: string; attemptId: string; opener: string },
): SettledGroup[] {
  const { $client } = db;
  const waiting = $client.prepare(WAITING).all(runId, opener) as SettledGroup[];
  if (waiting.length === 0) return waiting;
  const packer = textPacker(db, runId);
  const sumGroup = groupSummer(db);
  const there = $client
    .prepare(
      "select id from rollout_groups where attempt_id = ? and phase = ? and step = ? and key = ? and opener = ''",
    )
    .pluck();
  const take = $client.prepare("update rollout_groups set attempt_id = ?, opener = '' where id = ?");
  const replaced = $client.prepare(REPLACED).pluck();
  const replace = $client.prepare(REPLACE);
  const move = $client.prepare("update rollout_completions set group_id = @into where group_id = @id");
  const drop = $client.prepare("delete from rollout_groups where id = ?");
  const policiesOf = $client.prepare("select policies from rollout_groups where id = ?").pluck();
  const addPolicies = policyAdder(db);
  for (const { id, phase, step, key } of waiting) {
    const into = there.get(attemptId, phase, step, key) as number | undefined;
    if (into === undefined) {
      take.run(attemptId, id);
      continue;
    }
    const blocks = replaced.all({ into, id }) as number[];
    replace.run({ into, id });
    move.run({ into, id });
    addPolicies(into, JSON.parse((policiesOf.get(id) as string | null) ?? "null") as string[] | null);
    drop.run(id);
    for (const block of blocks) packer.drop(block);
    sumGroup(into);
  }
  packer.flush();
  return waiting;
}
