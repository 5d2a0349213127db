import { expect, test } from "vitest";
import { NamedRunsInput } from "../../../contracts/run.ts";
import { launch, makeWorld } from "../../testing.ts";
import { namedRuns } from "./by-words.ts";

const world = makeWorld();
const { runs: early } = launch(world, { seeds: [0, 1, 2] }, { title: "Does 100% of KL matter?" });
world.clock.now += 1000;
launch(world, { seeds: Array.from({ length: 60 }, (_, i) => i + 10) }, { title: "Many" });
const found = (text: string) => namedRuns(world.ctx, NamedRunsInput.parse({ text }));

test("a run is found by words of its name, its id and its experiment, however many are newer", () => {
  const [run] = early;
  const last = run.id.slice(-8);
  expect(found(last).map(({ id }) => id)).toEqual([run.id]);
  expect(found(`kl ${run.name}`).map(({ id }) => id)).toEqual([run.id]);
  expect(found("DOES kl")).toHaveLength(3);
});

test("a run that is called exactly so comes first, and signs of a pattern are themselves", () => {
  expect(found(early[1].name)[0].id).toBe(early[1].id);
  expect(found("100%")).toHaveLength(3);
  expect(found("1_0")).toEqual([]);
  expect(found("   ")).toEqual([]);
  expect(found("many")).toHaveLength(40);
});
