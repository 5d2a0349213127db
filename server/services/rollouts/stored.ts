import type { Db } from "#db/client.ts";
import { MARKS } from "#db/rollouts/keep-groups.ts";
import { bytesOfTurns, textReader } from "#db/rollouts/pack-texts.ts";
import {
  amongShown,
  selectCompletions,
  selectGroupsOfStep,
  selectPrompt,
  selectRewardsOfStep,
  selectRolloutSteps,
  selectVisits,
  type CompletionRecord,
  type GroupRecord,
  type PromptRecord,
  type RewardRecord,
  type StepRecord,
} from "#db/rollouts/read-groups.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { RewardRow, RolloutStep } from "../../contracts/rollouts/rollouts.ts";
import type { RolloutSource, SourceGroup, SourceText } from "./source.ts";

const OPENING = 160;

const numberOf = (value: number | null, isNan: boolean) =>
  isNan ? "NaN" : value === null ? null : toWire(value);

/** Numbers of a completion as they came: what SQLite cannot hold is brought back. */
function rewardRow({ place, reward, marks, advantage, length, truncated }: RewardRecord): RewardRow {
  return {
    place,
    reward: numberOf(reward, (marks & MARKS.rewardNan) !== 0),
    summed: (marks & MARKS.sumOfParts) !== 0,
    advantage: numberOf(advantage, (marks & MARKS.advantageNan) !== 0),
    length,
    truncated: truncated === null ? null : truncated === 1,
  };
}

function sourceGroups(groups: GroupRecord[], rewards: RewardRecord[]): SourceGroup[] {
  const byGroup = new Map<number, RewardRow[]>(groups.map(({ id }) => [id, []]));
  for (const record of rewards) byGroup.get(record.groupId)?.push(rewardRow(record));
  return groups.map(({ id, phase, step, key, hash, opening }) => ({
    phase,
    step,
    key,
    hash,
    opening,
    rewards: byGroup.get(id) ?? [],
  }));
}

type Reader = ReturnType<typeof textReader>;

function readTurns(
  read: Reader,
  { turns, blockId, offset, cutFrom }: CompletionRecord | PromptRecord,
): SourceText {
  if (blockId === null) return { turns: [], cutFrom };
  let from = offset;
  return {
    turns: turns.map(([role, bytes, reward]) => {
      const text = read.text({ blockId, offset: from }, bytes);
      from += bytes + 1;
      return { role, text, reward };
    }),
    cutFrom,
  };
}

const opensWith = (read: Reader, { turns, blockId, offset }: CompletionRecord): string =>
  read
    .text({ blockId, offset }, Math.min(bytesOfTurns(turns), OPENING * 4))
    .slice(0, OPENING)
    .toWellFormed();

/** Groups and completions that were sent with their texts. */
export function storedSource(db: Db, runId: string): RolloutSource {
  const known = new Map<string, StepRecord>();
  const read = (only?: Pick<StepRecord, "phase" | "step">): StepRecord[] => {
    const found = selectRolloutSteps(db, runId, only);
    for (const record of found) known.set(`${record.phase} ${record.step}`, record);
    return found;
  };
  const recordOf = ({ phase, step }: RolloutStep): StepRecord => known.get(`${phase} ${step}`)!;
  // Completions of a step are asked for one by one, and it may have thousands of groups: they are read once.
  let last: { of: StepRecord; groups: ReadonlyMap<string, GroupRecord> } | null = null;
  const groupOf = (step: RolloutStep, key: string): GroupRecord | undefined => {
    const of = recordOf(step);
    if (last?.of !== of)
      last = { of, groups: new Map(selectGroupsOfStep(db, of).map((group) => [group.key, group])) };
    return last.groups.get(key);
  };
  const completionOf = (step: RolloutStep, key: string, place: number) => {
    const group = groupOf(step, key);
    return group && selectCompletions(db, group.id, [place])[0];
  };
  return {
    kind: "texts",
    steps: (only) =>
      read(only).map(({ phase, step, groups, n, mean }) => ({ phase, step, kind: "texts", groups, n, mean })),
    groups: (step) =>
      sourceGroups(selectGroupsOfStep(db, recordOf(step)), selectRewardsOfStep(db, recordOf(step))),
    drawn: ({ groups }) => groups,
    completions(step, key) {
      const group = groupOf(step, key);
      if (!group) return [];
      return selectCompletions(db, group.id).map((record) => ({
        ...rewardRow(record),
        rewards: record.rewards ?? {},
        stopReason: record.stopReason,
        epoch: record.epoch,
        extra: record.extra ?? {},
        turns: record.turns.length,
        cutFrom: record.cutFrom,
      }));
    },
    text(step, key, place) {
      const texts = textReader(db);
      if (place !== null) {
        const completion = completionOf(step, key, place);
        return completion ? readTurns(texts, completion) : null;
      }
      const group = groupOf(step, key);
      const prompt = group && selectPrompt(db, runId, group.hash);
      return prompt && prompt.turns.length > 0 ? readTurns(texts, prompt) : null;
    },
    openings(step, of) {
      const texts = textReader(db);
      const groups = new Map(selectGroupsOfStep(db, recordOf(step)).map(({ key, id }) => [key, id]));
      return of.map(({ key, place }) => {
        const [completion] = selectCompletions(db, groups.get(key)!, [place]);
        return opensWith(texts, completion);
      });
    },
    visits(hash) {
      const { groups, rewards } = selectVisits(db, runId, hash);
      return sourceGroups(groups.filter(amongShown(selectRolloutSteps(db, runId))), rewards);
    },
  };
}
