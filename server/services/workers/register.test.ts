import { expect, test } from "vitest";
import { joinWorker, makeWorld } from "../testing.ts";
import { listWorkers } from "./list.ts";

const namesOf = (world: ReturnType<typeof makeWorld>) =>
  Object.fromEntries(listWorkers(world.ctx).map(({ id, name }) => [id, name]));

test("two workers of one name that are here at once are told apart by a number", () => {
  const world = makeWorld();
  const [one, two, three] = ["1", "2", "3"].map(
    (digit) => joinWorker(world, { identity: digit.repeat(32), name: "box" }).workerId,
  );
  expect(namesOf(world)).toEqual({ [one]: "box", [two]: "box-2", [three]: "box-3" });
  joinWorker(world, { identity: "2".repeat(32), name: "box" });
  expect(namesOf(world)[two]).toBe("box-2");
});

test("a worker takes the name of one that is away, and its own name again", () => {
  const world = makeWorld();
  const first = joinWorker(world, { identity: "1".repeat(32), name: "box" }).workerId;
  world.clock.now += 60_000;
  const second = joinWorker(world, { identity: "2".repeat(32), name: "box" }).workerId;
  expect(namesOf(world)).toEqual({ [first]: "box", [second]: "box" });
  joinWorker(world, { identity: "1".repeat(32), name: "box" });
  expect(namesOf(world)).toEqual({ [first]: "box-2", [second]: "box" });
  world.clock.now += 60_000;
  joinWorker(world, { identity: "1".repeat(32), name: "box" });
  expect(namesOf(world)[first]).toBe("box");
});
