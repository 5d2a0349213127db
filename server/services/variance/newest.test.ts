import { expect, test } from "vitest";
import { playRuns } from "../compare/testing.ts";
import { launch, makeWorld, problemHashes } from "../testing.ts";
import { newestWithGroups, varianceOf } from "./newest.ts";

const ASKED_NOTHING = { runIds: [], experimentId: null, project: null };

test("the newest experiment with groups is described where nothing is asked for", () => {
  const world = makeWorld();
  expect(varianceOf(world.ctx, ASKED_NOTHING).cells).toEqual([]);
  const matrix = { presets: ["baseline"], seeds: [0], edits: {}, factors: [] };
  const played = (spread: number) =>
    playRuns(world, matrix, () => ({
      hashes: problemHashes(4, "groups"),
      solvedAt: () => null,
      more: { "group/std": spread },
    })).experimentId;
  const first = played(0.4);
  world.clock.now += 1000;
  const second = played(0.3);
  // A newer one of which no group came.
  launch(world, { presets: ["no_kl"], seeds: [0] });
  expect(newestWithGroups(world.ctx, null)).toBe(second);
  expect(varianceOf(world.ctx, ASKED_NOTHING).cells.map(({ experimentId }) => experimentId)).toEqual([
    second,
  ]);
  expect(varianceOf(world.ctx, { ...ASKED_NOTHING, experimentId: first }).cells[0].experimentId).toBe(first);
});
