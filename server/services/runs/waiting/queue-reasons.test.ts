import { expect, test } from "vitest";
import { ListRunsInput } from "../../../contracts/run.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { joinWorker, launch, makeWorld, startNext } from "../../testing.ts";
import { listRuns } from "../list.ts";

/** What is said of each waiting run, the first in line first. */
function waiting(world: ReturnType<typeof makeWorld>): string[] {
  const { rows } = listRuns(world.ctx, ListRunsInput.parse({ state: "waiting" }));
  return rows.map(({ why }) => asPlainText(why)).toSorted();
}

test("a run in line says when it is expected to start once a run of its recipe has finished here, and by how many", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 1 });
  launch(world, { seeds: [0, 1, 2, 3] });
  const first = startNext(world, worker);
  expect(waiting(world)).toEqual(
    ["1st", "2nd", "3rd"].map((place) => `waits for a free slot on box, ${place} in line`),
  );
  world.clock.now += 600_000;
  first.finish();
  const { recipe } = startNext(world, worker).assignment;
  const by = `by the median duration of the last 1 finished run of ${recipe}`;
  expect(waiting(world)).toEqual([
    `waits for a free slot on box, 1st in line; expected to start about 08:20 UTC, ${by}`,
    `waits for a free slot on box, 2nd in line; expected to start about 08:30 UTC, ${by}`,
  ]);
  world.clock.now += 600_001;
  joinWorker(world, { slots: 1 });
  expect(waiting(world)).toEqual(
    ["1st", "2nd"].map((place) => `waits for a free slot on box, ${place} in line`),
  );
});
