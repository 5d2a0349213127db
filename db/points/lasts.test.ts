import { afterAll, expect, test } from "vitest";
import { inTransaction } from "../connection.ts";
import { pointStore } from "./open-point-store.ts";
import { columnOf, TestFiles } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

/** Attempts that each have two metrics on the train step and one on tokens; an x of attempt n ends in n. */
function twoAttempts() {
  const { db } = files.fresh();
  const store = pointStore(db);
  for (const [attemptId, n] of [
    ["att_1", 1],
    ["att_2", 2],
  ] as const) {
    const upTo = (x: number, value: number) => [
      { x: n, value: 0, at: n },
      { x: x + n, value, at: x },
    ];
    const columns = [
      columnOf(upTo(10, 0.5 + n), "loss"),
      columnOf(upTo(20, 1.5 + n), "reward"),
      columnOf(upTo(1000, 2.5 + n), "loss", "tokens"),
    ];
    inTransaction(db, () => store.append([{ attemptId, source: "trainer", firstSeq: null, columns }]));
  }
  return store;
}

const ASKED = ["att_2", "att_1"];
const told = (lasts: ReturnType<ReturnType<typeof twoAttempts>["lasts"]>) =>
  lasts
    .map(({ attemptId, metric, n, lastX, lastValue }) => `${attemptId} ${metric} ${n} ${lastX} ${lastValue}`)
    .toSorted();

test("each last value stands with the attempt that sent it, in whatever order attempts are asked for", () => {
  const store = twoAttempts();
  const onStep = [
    "att_1 loss 2 11 1.5",
    "att_1 reward 2 21 2.5",
    "att_2 loss 2 12 2.5",
    "att_2 reward 2 22 3.5",
  ];
  expect(told(store.lasts(ASKED, null, "step"))).toEqual(onStep);
  expect(told(store.lasts(ASKED, ["reward", "loss", "none"], "step"))).toEqual(onStep);
  expect(told(store.lasts(ASKED.toReversed(), null, "step"))).toEqual(onStep);
  expect(told(store.lasts(["att_2"], ["loss"], "step"))).toEqual(["att_2 loss 2 12 2.5"]);
});

test("points on another axis are other series with last values of their own", () => {
  const store = twoAttempts();
  expect(told(store.lasts(ASKED, null, "tokens"))).toEqual([
    "att_1 loss 2 1001 3.5",
    "att_2 loss 2 1002 4.5",
  ]);
  expect(store.lasts(ASKED, ["reward"], "tokens")).toEqual([]);
});

test("where a row only bounds the truth, the last value is read from the points of that attempt", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  const send = (attemptId: string, values: [x: number, value: number][]) =>
    inTransaction(db, () =>
      store.append([
        {
          attemptId,
          source: "trainer",
          firstSeq: null,
          columns: [
            columnOf(
              values.map(([x, value]) => ({ x, value, at: 0 })),
              "loss",
            ),
          ],
        },
      ]),
    );
  for (const [attemptId, value] of [
    ["att_1", 7],
    ["att_2", 8],
  ] as const) {
    send(attemptId, [
      [1, 0],
      [5, 1],
    ]);
    // The same x again: how many points there are, and which is the last, is known from the points alone.
    send(attemptId, [
      [5, value],
      [3, 2],
    ]);
  }
  expect(told(store.lasts(ASKED, null, "step"))).toEqual(["att_1 loss 4 5 7", "att_2 loss 4 5 8"]);
});
