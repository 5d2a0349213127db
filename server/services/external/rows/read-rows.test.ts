import { expect, test } from "vitest";
import { tableOfRows } from "../../../contracts/external/logged-table.ts";
import { codeOf } from "../../testing.ts";
import { externalWorld, tableOfValues } from "../testing.ts";

const ALL = { metrics: null, from: null, to: null, samples: null, hasAll: false };

function logged(n = 10) {
  const { verbs, open } = externalWorld();
  const { runId } = open();
  const rows = Array.from({ length: n }, (_, i) => ({
    step: i,
    at: 1000 + i,
    values: { loss: i, ...(i % 3 === 0 && { acc: i / 10 }) },
  }));
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
  return { verbs, runId, rows };
}

test("rows come back as they were logged, by a range of steps too", () => {
  const { verbs, runId, rows } = logged();
  expect(verbs.rows(runId, ALL)).toEqual(rows);
  expect(verbs.rows(runId, { ...ALL, from: 3, to: 6 })).toEqual(rows.slice(3, 6));
  expect(
    verbs.rows(runId, { ...ALL, metrics: ["acc", "loss"], hasAll: true }).map(({ step }) => step),
  ).toEqual([0, 3, 6, 9]);
});

test("values that share a step are rows of their own, in their order", () => {
  const { verbs, open } = externalWorld();
  const { runId } = open();
  const table = tableOfRows([1, 2, 3].map((a) => ({ step: 5, at: null, values: { a } })));
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table });
  expect(verbs.rows(runId, ALL).map(({ step, values }) => [step, values.a])).toEqual([
    [5, 1],
    [5, 2],
    [5, 3],
  ]);
});

test("samples are spread evenly, with the last row, also of what is too long to be read whole", () => {
  const { verbs, runId } = logged(100);
  expect(verbs.rows(runId, { ...ALL, metrics: ["loss"], samples: 4 }).map(({ step }) => step)).toEqual([
    24, 49, 74, 99,
  ]);
  const { verbs: many, open } = externalWorld();
  const long = open().runId;
  const values = Array.from({ length: 300_000 }, (_, i) => i);
  for (let at = 0; at < values.length; at += 50_000)
    many.log(long, {
      writer: "w1",
      stream: "history",
      offset: at,
      table: tableOfValues("loss", values.slice(at, at + 50_000), at),
    });
  const few = many.rows(long, { ...ALL, samples: 10 });
  expect([few.length, few.at(-1)?.step]).toEqual([10, 299_999]);
  expect(many.rows(long, { ...ALL, to: 200_000, samples: 10 })).toHaveLength(10);
  expect(many.rows(long, { ...ALL, to: 120_000 })).toHaveLength(120_000);
  for (const to of [120_001, null])
    expect(codeOf(() => many.rows(long, { ...ALL, to })).code).toBe("too_large");
});

test("what stands over an axis of its own is rows of that axis", () => {
  const { verbs, open } = externalWorld();
  const { runId } = open({ axes: { "eval/acc": "eval/step" } });
  const rows = [10, 20].map((x, i) => ({
    step: i,
    at: null,
    values: { "eval/step": x, "eval/acc": x / 100 },
  }));
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfRows(rows) });
  const found = verbs.rows(runId, { ...ALL, metrics: ["eval/acc"] });
  expect(found.map(({ values }) => values)).toEqual([
    { "eval/step": 10, "eval/acc": 0.1 },
    { "eval/step": 20, "eval/acc": 0.2 },
  ]);
});
