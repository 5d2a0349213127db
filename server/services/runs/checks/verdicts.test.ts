import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { watchPoints } from "#db/points/testing.ts";
import { watchStatements } from "#db/testing.ts";
import { listRuns } from "../list.ts";
import { objectingRuns, runFindings } from "../findings.ts";
import { checkOnce } from "./rounds.ts";
import { attemptOf, give, twoRuns } from "./testing.ts";
import { questions, Verdicts } from "./verdicts.ts";

const PAIRS = ["group/zero_share", "group/all_solved_share", "eval/rr_at_5", "eval/clean"];
const ALONE = ["group/std", "optim/grad_norm", "off_policy/max", "gen_kl_error", "sft/distinct"];
const METRICS = [...PAIRS, ...ALONE, "reward/raw"];

const arrivals = array(
  record({
    ofBaseline: constantFrom(false, false, true),
    metric: constantFrom(...METRICS),
    from: nat(60),
    n: constantFrom(1, 3, 30),
    value: constantFrom(0, 0.3, 0.6, 0.9, 1, 2, 14, NaN, Infinity),
    merges: constantFrom(false, false, true),
  }),
  { minLength: 1, maxLength: 14 },
);

test("looked at after every arrival, late and replaced points included, a run is judged as if looked at once", () => {
  let fired = 0;
  assert(
    property(arrivals, constantFrom(801, 5000), (all, budget) => {
      const { world, baseline, other } = twoRuns();
      const { ctx } = world;
      const store = pointStore(ctx.db);
      const verdicts = new Verdicts();
      const attempt = attemptOf(world, other.attemptId);
      const [ofOther, ofBaseline] = [other, baseline].map(({ attemptId }) => attemptId);
      const judge = (by: Verdicts, points: number) => {
        for (;;) {
          const found = by.answer(ctx, questions(ctx, [attempt])[0], { left: points });
          if (found) return found;
        }
      };
      give(world, ofBaseline, 1, { "reward/raw": [1, 2, 4, 3, 6, 5, 2] });
      give(world, ofOther, 1, { "reward/raw": [2, 4, 8, 6, 12, 10, 4] });
      for (const { metric, from, n, value, merges, ...one } of all) {
        const values = Array.from({ length: n }, (_, i) =>
          metric === "reward/raw" ? value * (i % 4) : value,
        );
        give(world, one.ofBaseline ? ofBaseline : ofOther, from, { [metric]: values });
        if (merges) while (store.housekeep(0));
        const found = judge(verdicts, budget);
        expect(found).toEqual(judge(new Verdicts(), Infinity));
        fired += found.length;
      }
    }),
    { numRuns: 20 },
  );
  expect(fired).toBeGreaterThan(30);
});

/** Points that may be held at once: 32 MiB. */
const MOST = (32 * 1024 * 1024) / 24;

test("a run of many points is looked at a part at a time, told of until then, and then not read again", () => {
  const { world, other, experimentId } = twoRuns();
  const { ctx } = world;
  const store = pointStore(ctx.db);
  const n = 100_000;
  const dead = new Float64Array(n).fill(0.9);
  for (let from = 0; from < 6 * n; from += n)
    give(world, other.attemptId, from, { "group/zero_share": dead });
  const attempts = [attemptOf(world, other.attemptId)];
  const rulesOf = () => (runFindings(ctx, attempts).get(other.attemptId) ?? []).map(({ rule }) => rule);

  const asked = watchPoints(store, rulesOf);
  expect(asked.result).toEqual(["pending"]);
  expect(asked.points).toBeLessThan(MOST / 4);
  expect(objectingRuns(ctx)).toMatchObject({ runs: [], pending: 1 });
  expect(listRuns(ctx, { experimentId, state: "all", search: "", limit: 9, offset: 0 }).rows).toHaveLength(2);

  const ticks: string[] = [];
  ctx.live.subscribe(({ topics }) => ticks.push(...topics));
  let turns = 0;
  for (let isLeft = true; isLeft; turns++) {
    const turn = watchPoints(store, () => checkOnce(ctx));
    expect(turn.points).toBeLessThan(50_000);
    isLeft = turn.result;
  }
  expect(ticks).toContain(`run:${other.runId}`);
  const again = watchPoints(store, rulesOf);
  expect(again).toEqual({ result: ["D01"], points: 0 });
  give(world, other.attemptId, 6 * n, { "group/zero_share": [0.9] });
  expect(watchPoints(store, rulesOf)).toEqual({ result: ["D01"], points: 1 });
});

test("what was found in runs that have ended is looked up, also by the next process, whatever they hold", () => {
  const { world, baseline, other } = twoRuns();
  const { ctx } = world;
  give(world, other.attemptId, 1, { "group/zero_share": new Float64Array(20).fill(0.9) });
  for (const run of [baseline, other]) run.finish();
  const attempts = [baseline, other].map(({ attemptId }) => attemptOf(world, attemptId));
  const found = runFindings(ctx, attempts);
  expect(found.get(other.attemptId)).toMatchObject([{ rule: "D01" }]);
  const next = new Verdicts();
  next.load(ctx, [baseline.attemptId, other.attemptId]);
  expect(questions(ctx, attempts).map((question) => next.current(question))).toEqual([...found.values()]);
  const asked = watchStatements(ctx.db, () => runFindings(ctx, attempts));
  expect(asked.statements.filter((sql) => /series|chunks|segs/.test(sql))).toEqual([]);
});
