import { describe, expect, test } from "vitest";
import { launch, makeWorld } from "../testing.ts";
import { pickCells, type CellChoice } from "./pick-cells.ts";

const world = makeWorld();
const first = launch(world, { presets: ["baseline", "no_kl", "dynamic"], seeds: [0, 1] });
world.clock.now += 1000;
const second = launch(world, { presets: ["dynamic", "no_kl"], seeds: [0] });

const runOf = ({ runs }: typeof first, name: string) => runs.find((run) => run.name === name)?.id ?? "";
const placed = (choice: Partial<CellChoice>) =>
  pickCells(world.ctx, { runIds: [], experimentId: null, wholeCells: false, ...choice }).map(
    ({ experimentId, cell: { config, place, runs } }) =>
      `${experimentId === first.experimentId ? "first" : "second"}: ${place} ${config}, ${runs.length} runs`,
  );

describe("the place of a configuration, which its colour follows,", () => {
  const runIds = [
    runOf(first, "dynamic-s1"),
    runOf(first, "no_kl-s0"),
    runOf(second, "no_kl-s0-2"),
    runOf(second, "dynamic-s0-2"),
  ];

  test("is the one in its own experiment where some of its runs are named", () => {
    expect(placed({ runIds })).toEqual([
      "first: 2 dynamic, 1 runs",
      "first: 1 no_kl, 1 runs",
      "second: 1 no_kl, 1 runs",
      "second: 0 dynamic, 1 runs",
    ]);
  });

  test("is the same where all its seeds are taken, or all of its experiment", () => {
    expect(placed({ runIds, wholeCells: true })).toEqual([
      "first: 2 dynamic, 2 runs",
      "first: 1 no_kl, 2 runs",
      "second: 1 no_kl, 1 runs",
      "second: 0 dynamic, 1 runs",
    ]);
    expect(placed({ experimentId: first.experimentId })).toEqual([
      "first: 0 baseline, 2 runs",
      "first: 1 no_kl, 2 runs",
      "first: 2 dynamic, 2 runs",
    ]);
  });
});
