import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tableOfRows } from "../contracts/external/logged-table.ts";
import { rowsOfTable } from "../contracts/external/testing.ts";
import { logInParts, partsOf } from "./log-in-parts.ts";
import { fakeVerbs } from "./testing.ts";

const rowsWith = fc.array(
  fc.record({
    step: fc.option(fc.nat(1000)),
    at: fc.option(fc.nat(1000)),
    values: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.double({ noNaN: true })),
  }),
  { maxLength: 40 },
);

test("the parts of a table are its rows in their order", () => {
  fc.assert(
    fc.property(rowsWith, fc.integer({ min: 1, max: 20 }), (rows, most) => {
      const table = tableOfRows(rows);
      let next = 0;
      const seen = [...partsOf(table, most)].flatMap(([first, part]) => {
        expect(first).toBe(next);
        next += part.n;
        return rowsOfTable(part);
      });
      expect(seen).toEqual(rowsOfTable(table));
    }),
  );
});

test("a large body lets others in between, and sent again after a part of it was stored it goes on there", async () => {
  const verbs = fakeVerbs();
  const wanted = { experiment: "e", key: "k", client: "c", writer: "w", resume: "allow" } as const;
  const { runId } = verbs.open(wanted);
  const table = tableOfRows(
    Array.from({ length: 200_000 }, (_, i) => ({ step: i, at: 0, values: { a: i } })),
  );
  const calls: number[] = [];
  const cut = {
    logInTurns(id: string, batch: Parameters<typeof verbs.log>[1]) {
      calls.push(batch.table.n);
      if (calls.length === 3) throw new Error("cut");
      return verbs.log(id, batch);
    },
  };
  const batch = { writer: "w", stream: "history", offset: 0, table } as const;
  await expect(logInParts(cut, runId, batch)).rejects.toThrow("cut");
  expect(await logInParts(verbs, runId, batch)).toBe(200_000);
  expect(Math.max(...calls)).toBeLessThanOrEqual(65_536);
  expect(
    verbs.runs
      .get("e/k")
      ?.rows.get("w:history")
      ?.map(({ values }) => values.a),
  ).toEqual(Array.from({ length: 200_000 }, (_, i) => i));
});
