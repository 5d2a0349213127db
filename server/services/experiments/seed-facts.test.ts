import { watchStatements } from "#db/testing.ts";
import { expect, test } from "vitest";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
} from "../testing.ts";
import { ablationTable } from "./table.ts";

const hashes = problemHashes(20);

/** The table of three seeds, each evaluated so often along the way and then at its end, and what was asked for it. */
function tableOf(alongTheWay: number) {
  const world = makeWorld();
  const { experimentId } = launch(world, { seeds: [0, 1, 2] });
  const worker = joinWorker(world);
  for (let seed = 0; seed < 3; seed++) {
    const run = startNext(world, worker);
    run.send(populationEvent(hashes));
    for (let k = 1; k <= alongTheWay; k++)
      run.send(evaluationEvent(hashes, 20 - k, { step: k, key: `step ${k}`, final: false }));
    run.send(evaluationEvent(hashes, 10 + seed));
    run.finish();
  }
  let values: (number | null)[] = [];
  const asked = watchStatements(world.ctx.db, () => {
    values = ablationTable(world.ctx, experimentId).rows[0].bySeed["eval/rr_at_5"].map((one) => one.value);
  });
  return { values, rows: asked.rows };
}

test("a table counts the evaluation at the end of a run, and reads none of those along the way", () => {
  const [none, some] = [tableOf(0), tableOf(8)];
  expect(some.values).toEqual([0.5, 0.55, 0.6]);
  expect(some).toEqual(none);
});
