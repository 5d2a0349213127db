import { describe, expect, test } from "vitest";
import type { EpisodeStep } from "../../../workers/protocol/events.ts";
import { clusterBootstrap } from "../../stats/problems/cluster-bootstrap.ts";
import { codeOf } from "../testing.ts";
import { labelDistribution } from "./distribution.ts";
import { listLabelSets } from "./overview.ts";
import { type Label, labelsEvent, labelWorld, step } from "./testing.ts";

/** 40 episodes: even ones only look (3 steps), odd ones look once and repair once. */
const EPISODES: EpisodeStep[][] = Array.from({ length: 40 }, (_, i) =>
  i % 2 === 0 ? [step("GET_IIS"), step("GET_IIS"), step("CHECK")] : [step("GET_IIS"), step("DROP")],
);
const LABELS: Label[] = EPISODES.flatMap((steps, i) =>
  steps.map((one, k): Label => ({
    i,
    step: k + 1,
    label: one.action === "DROP" ? 1 : 0.2,
    reason: one.action === "DROP" ? `iis_reduced_by_${(i % 4) + 1}` : "diagnostic_action",
  })),
);

function labelled(rows = LABELS) {
  const world = labelWorld(EPISODES);
  const attempt = world.labeller();
  attempt.send(labelsEvent(rows));
  attempt.finish();
  const [set] = listLabelSets(world.world.ctx);
  return { ...world, set, read: () => labelDistribution(world.world.ctx, [set.id]) };
}

const shareOf = (found: ReturnType<typeof labelDistribution>, label: number) =>
  found.labels.find((one) => one.label === label);

describe("the distribution", () => {
  test("counts steps, not episodes, and its interval is the one of whole episodes", () => {
    const found = labelled().read();
    expect(found).toMatchObject({ n: 100, episodes: 40, unlabelled: 0 });
    const one = shareOf(found, 1);
    const clusters = EPISODES.map((steps) => steps.map((s) => (s.action === "DROP" ? 1 : 0)));
    const expected = clusterBootstrap(clusters, { seed: 1, replicates: 2000 });
    expect(one?.count).toBe(20);
    expect(one?.share.value).toBeCloseTo(0.2, 14);
    expect(one?.share.low).toBeCloseTo(expected.low ?? -1, 12);
    expect(one?.share.high).toBeCloseTo(expected.high ?? -1, 12);
    expect(found.mean.value).toBeCloseTo(0.2 * 1 + 0.8 * 0.2, 12);
    expect(found.method).toContain("whole episodes");
  });

  test("judges by the whole interval: 20 % on the edge of its band is unclear, 80 % of looking is above", () => {
    const found = labelled().read();
    expect(shareOf(found, 1)?.verdict).toBe("unclear");
    expect(shareOf(found, 0.2)?.verdict).toBe("above");
    const low = shareOf(found, 0.2)?.share.low ?? 0;
    expect(shareOf(found, 0.2)?.beyond).toBeCloseTo(low - 0.2, 12);
    expect(shareOf(found, 0.3)?.verdict).toBe("no band");
  });

  test("a label that no step has is below its band where the episodes are enough to say so", () => {
    const half = shareOf(labelled().read(), 0.5);
    expect(half?.share).toMatchObject({ value: 0, low: 0 });
    expect(half?.verdict).toBe("below");
  });

  test("splits by action, position and kind of reason add up to all steps", () => {
    const found = labelled().read();
    const index = found.labels.findIndex((one) => one.label === 1);
    expect(found.byAction.map(({ key, n }) => [key, n])).toEqual([
      ["GET_IIS", 60],
      ["CHECK", 20],
      ["DROP", 20],
    ]);
    expect(found.byPosition.map(({ key, n }) => [key, n])).toEqual([
      ["1", 40],
      ["2", 40],
      ["3", 20],
    ]);
    expect(found.byPosition[1].counts[index]).toBe(20);
    expect(found.byReason.map(({ key, n }) => [key, n])).toEqual([
      ["diagnostic_action", 80],
      ["iis_reduced_by", 20],
    ]);
  });

  test("positions from 10 on are one", () => {
    const world = labelWorld(
      Array.from({ length: 12 }, () => Array.from({ length: 13 }, () => step("CHECK"))),
    );
    const attempt = world.labeller();
    attempt.send(
      labelsEvent(Array.from({ length: 13 }, (_, k) => ({ i: 0, step: k + 1, label: 0.2, reason: "x" }))),
    );
    const [set] = listLabelSets(world.world.ctx);
    const found = labelDistribution(world.world.ctx, [set.id]);
    expect(found.byPosition.at(-1)).toMatchObject({ key: "10+", n: 4 });
    expect(found.cautions).toContainEqual(expect.stringMatching(/is running, not finished/));
    expect(found.mean).toMatchObject({ low: null, high: null });
  });

  test("says how many steps were left without a label", () => {
    const found = labelled(LABELS.slice(0, 90)).read();
    expect(found.unlabelled).toBe(10);
    expect(found.cautions).toContainEqual(expect.stringMatching(/left 10 of 100 steps/));
  });
});

describe("several sets", () => {
  test("are resampled by problem, and shown one by one with their own intervals", () => {
    const world = labelWorld(EPISODES);
    for (const label of [0, 1]) {
      const attempt = world.labeller();
      attempt.send(
        labelsEvent(LABELS.map((row) => ({ ...row, label: row.label === 1 ? label : row.label }))),
      );
      attempt.finish();
    }
    const ids = listLabelSets(world.world.ctx).map((set) => set.id);
    const found = labelDistribution(world.world.ctx, ids);
    expect(found).toMatchObject({ n: 200, episodes: 80, problems: 40 });
    expect(found.method).toContain("problems with all their episodes");
    const ones = found.bySet.map((set) => set.shares.find((one) => one.label === 1)?.share.value);
    expect(ones.map((one) => one?.toFixed(2))).toEqual(["0.20", "0.00"]);
    // Both sets label the same steps, so drawing problems twice as often must not make the interval narrower.
    const width = (one: { low: number | null; high: number | null } | undefined) =>
      (one?.high ?? 0) - (one?.low ?? 0);
    const [both, single] = [found.labels, found.bySet[0].shares].map((shares) =>
      width(shares.find((one) => one.label === 0.2)?.share),
    );
    expect(both).toBeCloseTo(single, 12);
  });

  test("that are not there are refused by name", () => {
    const { world } = labelled();
    expect(codeOf(() => labelDistribution(world.ctx, ["lbl_0000000000000000"])).code).toBe("not_found");
  });
});
