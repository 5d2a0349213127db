import type { Db } from "#db/client.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectGroupSamples } from "#db/rollouts/read-episodes.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { RewardRow } from "../../contracts/rollouts/rollouts.ts";
import { promptHashOfKey } from "./prepare-rollouts.ts";
import type { RolloutSource, SourceGroup } from "./source.ts";
import { describeRewards } from "./spread.ts";

type Sample = ReturnType<typeof selectGroupSamples>[number];

const rowsOf = (rewards: Sample["groups"][number]["rewards"]): RewardRow[] =>
  rewards.map((reward, place) => ({
    place,
    reward: toWire(Number(reward)),
    summed: false,
    advantage: null,
    length: null,
    truncated: null,
  }));

const groupsOf = ({ step, groups }: Sample): SourceGroup[] =>
  groups.map(({ key, rewards }) => ({
    phase: "train",
    step,
    key,
    hash: promptHashOfKey(key),
    opening: "",
    rewards: rowsOf(rewards),
  }));

/** Rewards of some groups, as trainers of ours sample them: without texts. Of the run's latest attempt. */
export function sampleSource(db: Db, runId: string): RolloutSource {
  const attempt = selectLatestAttempts(db, [runId])[0];
  let read: Sample[] | null = null;
  const samples = (): Sample[] => (read ??= attempt ? selectGroupSamples(db, attempt.id) : []);
  const at = (step: number): SourceGroup[] =>
    samples().flatMap((one) => (one.step === step ? groupsOf(one) : []));
  return {
    kind: "rewards",
    steps: () =>
      samples().map((sample) => {
        const { n, mean } = describeRewards(groupsOf(sample).flatMap(({ rewards }) => rewards));
        return { phase: "train", step: sample.step, kind: "rewards", groups: sample.groups.length, n, mean };
      }),
    groups: ({ step }) => at(step),
    drawn: ({ step }) => samples().find((one) => one.step === step)?.drawn ?? 0,
    completions: ({ step }, key) =>
      (at(step).find((group) => group.key === key)?.rewards ?? []).map((row) => ({
        ...row,
        rewards: {},
        stopReason: null,
        epoch: null,
        extra: {},
        turns: null,
        cutFrom: null,
      })),
    text: () => null,
    openings: (_step, of) => of.map(() => null),
    visits: (hash) => samples().flatMap((one) => groupsOf(one).filter((group) => group.hash === hash)),
  };
}
