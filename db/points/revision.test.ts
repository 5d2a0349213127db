import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { pointStore } from "./open-point-store.ts";
import { batchOf, range, rowsOf, TestFiles, type Point } from "./testing.ts";

const pointsAt = (xs: readonly number[], value = 0): Point[] => xs.map((x) => ({ x, value, at: 1000 * x }));

const files = new TestFiles();
afterAll(() => files.remove());

test("two states of a series never share a revision, whatever was replaced and merged in between", () => {
  const x = fc.integer({ min: 0, max: 40 });
  const value = fc.integer({ min: 0, max: 2 });
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ xs: fc.array(x, { minLength: 1, maxLength: 5 }), value }) },
    { weight: 2, arbitrary: fc.constant("merge" as const) },
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 2, maxLength: 12 }), fc.boolean(), (changes, isSealed) => {
      const { db } = files.fresh();
      const store = pointStore(db);
      const held = new Map<string, string>();
      store.append([batchOf(pointsAt(range(0, 9000)))]);
      const [{ id }] = store.series(["att_1"], null);
      const look = () => {
        const state = JSON.stringify(rowsOf(store.read(id, { from: 0, to: 50 })));
        const revision = store.revision(id);
        expect(held.get(revision) ?? state).toBe(state);
        held.set(revision, state);
      };
      look();
      for (const one of changes) {
        if (one === "merge") while (store.housekeep(50));
        else store.append([batchOf(pointsAt(one.xs, one.value))]);
        look();
      }
      if (isSealed) store.seal("att_1");
      look();
      files.close(db);
    }),
    { numRuns: 25 },
  );
});

test("a series has another revision after every append to it, and keeps it through those to others", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  store.append([
    batchOf(pointsAt([1, 2, 3]), { metric: "loss" }),
    batchOf(pointsAt([1]), { metric: "other" }),
  ]);
  const [loss] = store.series(["att_1"], ["loss"]);
  const first = store.revision(loss.id);
  store.append([batchOf(pointsAt([2]), { metric: "other" })]);
  expect(store.revision(loss.id)).toBe(first);
  store.append([batchOf(pointsAt([2]), { metric: "loss" })]);
  expect(store.revision(loss.id)).not.toBe(first);
  files.close(db);
});
