import { expect, test } from "vitest";
import { ablationTable } from "../services/experiments/table.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
} from "../services/testing.ts";
import { formatAblation } from "./format-ablation.ts";

test("under the table stands where its columns are defined", () => {
  const world = makeWorld();
  const { experimentId } = launch(world);
  const hashes = problemHashes(10);
  const attempt = startNext(world, joinWorker(world));
  attempt.send(populationEvent(hashes), evaluationEvent(hashes, 5));
  attempt.finish();
  expect(formatAblation(ablationTable(world.ctx, experimentId)).split("\n")).toContain(
    "What RR@5, DA, Clean and the other columns mean: GLOSSARY.md.",
  );
});
