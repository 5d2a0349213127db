import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shuffle, stream } from "../../../workers/math/rng.ts";
import { TABLE_FORMATS } from "../../contracts/reported/table.ts";
import { readTables } from "../../importers/tables/read-tables.ts";
import type { ReportedGrid } from "../../contracts/reported/table.ts";
import { checkTable } from "./registry.ts";
import { CONSISTENT_TABLES, list, pick } from "./testing/consistent-tables.ts";
import { grid, PRINTED_AS } from "./testing/printed.ts";

/** A table that follows from made outcomes, each number rounded as people do. */
const consistent = fc
  .record({
    n: fc.integer({ min: 20, max: 5000 }),
    models: fc.uniqueArray(
      fc.record({
        name: fc.string({ minLength: 3, maxLength: 8, unit: fc.constantFrom(...Array.from("abcdefgh")) }),
        at5: fc.double({ min: 0, max: 1, noNaN: true }),
        more: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 }),
        reward: fc.double({ min: 5, max: 90, noNaN: true }),
        sd: fc.double({ min: 0.5, max: 20, noNaN: true }),
        minutes: fc.integer({ min: 3, max: 400 }),
        da: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      }),
      { minLength: 2, maxLength: 6, selector: ({ name }) => name },
    ),
    decimals: fc.constantFrom(1, 2),
  })
  .map(({ n, models, decimals }): ReportedGrid => {
    const base = models[0];
    const rows = models.map(({ name, at5, more, reward, sd, minutes, da }, i) => {
      const hits5 = Math.floor(at5 * n);
      const hits10 = hits5 + Math.floor(more[0] * (n - hits5));
      const hits = hits10 + Math.floor(more[1] * (n - hits10));
      const percent = (count: number) => ((100 * count) / n).toFixed(decimals);
      const delta = reward - base.reward;
      return [
        name,
        n,
        percent(hits5),
        percent(hits10),
        percent(hits),
        (100 * da).toFixed(1),
        reward.toFixed(decimals),
        i === 0 ? "" : `${delta >= 0 ? "+" : ""}${delta.toFixed(1)}`,
        sd.toFixed(2),
        (sd ** 2).toFixed(3),
        minutes,
      ];
    });
    const total = models.reduce((sum, { minutes }) => sum + minutes, 0);
    return grid(
      [
        "model",
        "n",
        "RR@5 %",
        "RR@10 %",
        "RR %",
        "DA %",
        "mean reward",
        "Δ reward",
        "reward std",
        "reward variance",
        "time (min)",
      ],
      ...rows,
      ["Total", "", "", "", "", "", "", "", "", "", total],
    );
  });

test("tables that follow from outcomes raise no warning", () => {
  fc.assert(
    fc.property(consistent, (table) => {
      expect(checkTable(table).filter(({ severity }) => severity !== "info")).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("200 packs of tables that follow from outcomes raise no warning, in any format", () => {
  const packs = list(200).map((seed) => {
    const rng = stream(31, seed);
    return shuffle(rng, [...CONSISTENT_TABLES])
      .slice(0, 6)
      .map((make) => {
        const table = make(rng);
        return PRINTED_AS[pick(rng, TABLE_FORMATS)](table);
      });
  });
  const raised = packs.flat().flatMap((text) =>
    readTables(text)
      .flatMap(({ grid: read, title }) => checkTable(read, title))
      .filter(({ severity }) => severity !== "info")
      .map(({ rule, message }) => ({ rule, message, text })),
  );
  expect(raised).toEqual([]);
});
