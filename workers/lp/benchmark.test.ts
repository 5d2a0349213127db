import { beforeAll, describe, expect, test } from "vitest";
import { integer, stream, type Rng } from "../math/rng.ts";
import { contentHash } from "./content-hash.ts";
import type { LpModel } from "./model.ts";
import { readMps } from "./mps.ts";
import { loadOracle, type Oracle } from "./oracle.ts";
import { Simplex } from "./simplex.ts";
import { hasBenchmark, readBenchmark } from "./testing/benchmarks.ts";
import { conflictOf, expectIrreducible, expectSameAnswer } from "./testing/judge.ts";
import { keepOnly, withBounds } from "./testing/models.ts";
import { writeMps } from "./write-mps.ts";

const LP = { integer: false };
let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** The model as HiGHS's own reader understands the text. */
async function readByHighs(texts: string[]): Promise<Partial<LpModel>[]> {
  const { default: load } = await import("highs");
  const highs = await load();
  return highs.withModel((native) =>
    texts.map((data) => {
      native.readModel({ format: "mps", data });
      const read = native.getModel("csr");
      const { starts, indices, values } = read.matrix;
      const A = new Float64Array(read.numRows * read.numCols);
      for (let i = 0; i < read.numRows; i++)
        for (let k = starts[i]; k < (starts[i + 1] ?? values.length); k++)
          A[i * read.numCols + indices[k]] = values[k];
      const { integrality } = read;
      return {
        A,
        colLower: read.colLower,
        colUpper: read.colUpper,
        rowLower: read.rowLower,
        rowUpper: read.rowUpper,
        cost: read.colCost,
        offset: read.offset,
        maximize: read.sense === highs.constants.objectiveSense.maximize,
        integer: Uint8Array.from({ length: read.numCols }, (_, j) => integrality[j] ?? 0),
      };
    }),
  );
}

/** A random bound change as an episode would make it: mostly of a member of the conflict. */
function disturb(simplex: Simplex, model: LpModel, rng: Rng): void {
  const pickConflict = simplex.conflictSize > 0 && rng() < 0.7;
  const element = pickConflict
    ? simplex.conflictElement(integer(rng, 0, simplex.conflictSize - 1))
    : integer(rng, 0, model.colCount + model.rowCount - 1);
  const low = simplex.lower(element);
  const high = simplex.upper(element);
  const kind = rng();
  if (kind < 0.3) simplex.setBounds(element, -Infinity, Infinity);
  else if (kind < 0.8) simplex.setBounds(element, low - 3 * rng(), high + 3 * rng());
  else simplex.setBounds(element, low + rng(), high - rng());
}

describe.each(["or_debug_bench_hard_da", "or_debug_bench_mdp_v2"])("%s", (name) => {
  describe.skipIf(!hasBenchmark(name))("real models", () => {
    const texts = hasBenchmark(name)
      ? readBenchmark(name)
          .files.slice(1)
          .map((file) => file.text)
      : [];
    const models = texts.map(readMps);

    test("are read as HiGHS reads them, bit for bit", async () => {
      const theirs = await readByHighs(texts);
      models.forEach((model, k) => expect(model).toMatchObject(theirs[k]));
    });

    test("survive writing and reading", () => {
      for (const model of models) expect(contentHash(readMps(writeMps(model)))).toBe(contentHash(model));
    });

    test("are infeasible by the simplex and by HiGHS, with an irreducible conflict", () => {
      const simplex = new Simplex();
      models.forEach((model, k) => {
        expect(simplex.load(model).feasible()).toBe(false);
        if (k % 6 !== 0) return;
        expect(oracle.solve(model, LP).status).toBe("infeasible");
        expectIrreducible(oracle, model, conflictOf(simplex));
      });
    });

    test("have an IIS by HiGHS too that is infeasible by itself", () => {
      for (const model of models.filter((_, k) => k % 15 === 0)) {
        const elements = oracle.iis(model);
        expect(elements).not.toBeNull();
        const kept = new Set(elements!.flatMap((e) => [`${e}:-1`, `${e}:1`]));
        expect(new Simplex().load(keepOnly(model, kept)).feasible()).toBe(false);
      }
    });

    test("give HiGHS's status and objective at every step of a warm random walk", () => {
      const simplex = new Simplex();
      let solved = 0;
      models
        .filter((_, k) => k % 9 === 0)
        .forEach((model, k) => {
          const rng = stream(11, k);
          simplex.load(model).feasible(k % 2 === 0 ? rng : undefined);
          for (let step = 0; step < 12; step++) {
            disturb(simplex, model, rng);
            const now = withBounds(
              model,
              (e) => simplex.lower(e),
              (e) => simplex.upper(e),
            );
            const feasible = simplex.feasible(step % 3 === 0 ? rng : undefined);
            if (!feasible && step % 4 === 0) expectIrreducible(oracle, now, conflictOf(simplex));
            if (expectSameAnswer(oracle, now, simplex, feasible) === "optimal") solved++;
          }
        });
      expect(solved).toBeGreaterThan(models.length / 10);
    });
  });
});
