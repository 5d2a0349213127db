import { expect, test } from "vitest";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  pointsEvents,
  problemHashes,
  startNextIfAny,
  type World,
} from "../testing.ts";
import { createProject } from "../projects/change.ts";
import { ablationTable } from "./table.ts";

const HASHES = problemHashes(200);
const LATER = 3_600_000;

/** Launches a baseline, and where it is asked for a configuration beside it; each seed of them solves so many of 200 problems. */
function measure(
  world: World,
  seeds: number[],
  solved: (label: string, seed: number) => number,
  project?: string,
) {
  world.clock.now += LATER;
  const presets = ["baseline", "no_kl"];
  const { experimentId } = launch(world, { presets, seeds }, { title: `of ${seeds.join()}`, project });
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const label = run.assignment.runName.split("-s")[0];
    run.send(populationEvent(HASHES));
    for (const event of pointsEvents({ "reward/raw": 0.25 + run.assignment.seed / 100 }, 40)) run.send(event);
    run.send(evaluationEvent(HASHES, solved(label, run.assignment.seed), { step: 40 }));
    run.finish();
  }
  return experimentId;
}

const differenceIn = (world: World, experimentId: string) => {
  const { columns, rows } = ablationTable(world.ctx, experimentId);
  const primary = columns.find((column) => column.primary) ?? columns[0];
  return { ...rows[1].difference[primary.metric], column: primary.method ?? "" };
};

const CLEAR = (label: string, seed: number) => (label === "baseline" ? 100 : 120) + (seed % 3);

test("a claim says which runs it is about, in the table and as numbers", () => {
  const world = makeWorld();
  const { verdict, collapse, method, column } = differenceIn(world, measure(world, [0, 1, 2], CLEAR));
  expect(verdict).toBe("significant");
  expect(collapse).toMatchObject({ about: "runs_without_collapse", side: "own", runs: 3, earlier: 0 });
  expect(collapse?.atMost).toBeCloseTo(0.6316, 4);
  expect(collapse?.erasedBy).toBeGreaterThan(0.1);
  for (const text of [method, column]) expect(text).toMatch(/none of 3 did, up to 63\s%/);
});

test("a configuration that collapsed in an earlier experiment is suggestive, and the interval stands", () => {
  const world = makeWorld();
  const collapsing = (label: string, seed: number) =>
    label === "no_kl" && seed === 12 ? 4 : CLEAR(label, seed);
  measure(world, [10, 11, 12, 13], collapsing);
  const found = differenceIn(world, measure(world, [0, 1, 2], CLEAR));
  expect(found.verdict).toBe("suggestive");
  expect(found.collapse).toMatchObject({ collapsed: 1, runs: 7, earlier: 4 });
  expect(found.low).toBeGreaterThan(0);
});

test("earlier runs that held narrow what is possible; the same seeds, and later experiments, say nothing", () => {
  const world = makeWorld();
  const first = measure(world, [0, 1, 2], CLEAR);
  const second = measure(world, [1, 2, 3, 4], CLEAR);
  expect(differenceIn(world, first).collapse).toMatchObject({ runs: 3, earlier: 0 });
  expect(differenceIn(world, second).collapse).toMatchObject({ runs: 5, earlier: 1 });
});

test("earlier runs of another project say nothing", () => {
  const world = makeWorld();
  measure(world, [5, 6, 7], CLEAR);
  createProject(world.ctx, { name: "other" });
  const { collapse } = differenceIn(world, measure(world, [0, 1, 2], CLEAR, "other"));
  expect(collapse).toMatchObject({ runs: 3, earlier: 0 });
});
