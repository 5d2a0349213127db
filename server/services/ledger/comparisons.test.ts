import { expect, test } from "vitest";
import { COUNTED_FROM, ledgerCaption } from "../../wording/verdicts/ledger.ts";
import { populationHash } from "../attempts/store-population.ts";
import { experimentAnswers } from "../experiments/answers.ts";
import { ablationTable } from "../experiments/table.ts";
import { keepStatement } from "../external/statement.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { benchmarkLedger } from "./comparisons.ts";
import {
  addBenchmark,
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
  type World,
} from "../testing.ts";

const PRESETS = ["baseline", "no_kl", "asym_clip", "dynamic"];

/** Experiments of 4 configurations one after the other; each is measured when all are launched, the last one first. */
function experiments(world: World, count: number, hashesOf: (n: number) => string[]): string[] {
  const ids = Array.from({ length: count }, (_, n) => {
    world.clock.now += 1000;
    return launch(world, { presets: PRESETS, seeds: [0] }, { title: `question ${n}` }).experimentId;
  });
  const worker = joinWorker(world, { slots: 99 });
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const n = ids.indexOf(experimentOf(world, run.runId));
    const event = evaluationEvent(hashesOf(n), 10 + n, { step: 40 });
    run.send(populationEvent(hashesOf(n)), { ...event, at: 1000 - n });
    run.finish();
  }
  return ids;
}

const experimentOf = (world: World, runId: string): string =>
  world.ctx.db.$client.prepare("select experiment_id from runs where id = ?").pluck().get(runId) as string;

test("comparisons on one set of problems are counted over all experiments, in the order of their runs", () => {
  const world = makeWorld();
  const hashes = problemHashes(20);
  const tables = experiments(world, 8, () => hashes).map((id) => ablationTable(world.ctx, id));
  expect(tables.map(({ ledger }) => ledger?.before)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  expect(tables[6].ledger).toEqual({ before: 18, own: 3, experiments: 8, comparisons: 24 });
  expect(tables.map(({ caption }) => caption.includes("comparisons"))).toEqual([
    ...Array.from({ length: 6 }, () => false),
    true,
    true,
  ]);
  expect(tables[6].caption).toContain("19 to 21 of 24");
});

test("a registered set lists its experiments with who launched them, and claims once they are worked out", async () => {
  const world = makeWorld();
  const hashes = problemHashes(20);
  const ids = experiments(world, 2, () => hashes);
  const benchmark = addBenchmark(world, "held", populationHash(hashes), hashes);
  expect(benchmarkLedger(world.ctx, benchmark)).toMatchObject({
    experiments: 2,
    comparisons: 6,
    rows: [ids[1], ids[0]].map((id) => ({ id, configurations: 4, by: ["tester"], claims: null })),
  });
  await experimentAnswers(world.ctx, { project: null, archived: false }, 60_000);
  expect(
    benchmarkLedger(world.ctx, benchmark).rows.map(({ claims, confirmed }) => [claims, confirmed]),
  ).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("other problems have a count of their own", () => {
  const world = makeWorld();
  const ids = experiments(world, 8, (n) => problemHashes(20, `world${n}`));
  expect(ids.map((id) => ablationTable(world.ctx, id).ledger)).toEqual(
    ids.map(() => ({ before: 0, own: 3, experiments: 1, comparisons: 3 })),
  );
});

test("problems that somebody stated are a set too; without any there is no count", () => {
  const { world, open, verbs } = externalWorld();
  const send = (experiment: string, method: string) => {
    const key = `${experiment}-${method}`;
    const { runId } = open({ experiment, key, writer: key, config: { seed: 0, method } });
    verbs.log(runId, {
      writer: key,
      stream: "history",
      offset: 0,
      table: tableOfValues("test/accuracy", [0.5]),
    });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    return runId;
  };
  const runs = ["first", "second"].flatMap((one) => ["a", "b"].map((method) => send(one, method)));
  const ledger = () => ablationTable(world.ctx, experimentOf(world, runs[3])).ledger;
  expect(ledger()).toBeNull();
  keepStatement(world.ctx, { runIds: runs, what: "problems", text: "MATH-500" });
  expect(ledger()).toEqual({ before: 1, own: 1, experiments: 2, comparisons: 2 });
});

test("five hundred comparisons are one sentence with what chance alone claims", () => {
  const many = (own: number, experiments: number) =>
    ledgerCaption({ before: 500 - own, own, experiments, comparisons: 500 });
  // A table adjusts for its own comparisons: 500 of one table are claimed falsely as often as 1.
  expect(many(1, 500)).toMatch(/^comparison 500 of 500 .* about 25 of 500 experiments/);
  expect(many(4, 125)).toMatch(/^comparisons 497 to 500 of 500 .* about 6 of 125 experiments/);
  expect(many(500, 1)).toMatch(/^comparisons 1 to 500 of 500 .* which adjusts for them$/);
  expect(many(0, 3)).toBeNull();
  const below = { before: COUNTED_FROM - 2, own: 1, experiments: 19, comparisons: 40 };
  expect(ledgerCaption(below)).toBeNull();
});
