import { expect, test } from "vitest";
import { doInSlices, type Sliced } from "./sliced.ts";

const LONG = 200;

/** Twenty long works beside each other: how many were beyond their first turns at once, and who was begun. */
function makeWorks() {
  const going = new Set<number>();
  const seen = { most: 0, begun: 0 };
  function* work(id: number): Sliced<number> {
    seen.begun += 1;
    for (let turn = 0; turn < LONG; turn++) {
      if (turn > LONG / 2) {
        going.add(id);
        seen.most = Math.max(seen.most, going.size);
      }
      yield;
    }
    going.delete(id);
    return id;
  }
  return { work, seen };
}

test("of twenty long works all begin at once, two go on at a time, and all are done", async () => {
  const { work, seen } = makeWorks();
  const ids = Array.from({ length: 20 }, (_, i) => i);
  expect(await Promise.all(ids.map((i) => doInSlices(work(i), undefined, 0)))).toEqual(ids);
  expect(seen).toEqual({ most: 2, begun: 20 });
});

test("a short work does not wait for long ones", async () => {
  const { work } = makeWorks();
  const done: string[] = [];
  const long = Array.from({ length: 6 }, (_, i) =>
    doInSlices(work(i), undefined, 0).then(() => done.push("long")),
  );
  await doInSlices(
    (function* (): Sliced<void> {
      for (let i = 0; i < 20; i++) yield;
    })(),
    undefined,
    0,
  );
  expect(done).toEqual([]);
  await Promise.all(long);
});

test("who is gone gives the place up, and a work that fails its seat", async () => {
  const { work } = makeWorks();
  const gone = new AbortController();
  function* failing(): Sliced<void> {
    yield* work(9);
    throw new Error("broken");
  }
  const failed = [1, 2].map(() => doInSlices(failing(), undefined, 0).catch((error: Error) => error.message));
  const left = [3, 4, 5].map((i) => doInSlices(work(i), gone.signal, 0).catch(() => "left"));
  const last = doInSlices(work(6), undefined, 0);
  gone.abort(new Error("gone"));
  expect(await Promise.all([...failed, ...left, last])).toEqual([
    "broken",
    "broken",
    "left",
    "left",
    "left",
    6,
  ]);
});
