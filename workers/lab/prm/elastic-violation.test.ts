import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { elementCount, type LpModel } from "../../lp/model.ts";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { Simplex } from "../../lp/simplex.ts";
import { modelOf } from "../../lp/testing/models.ts";
import { stream } from "../../math/rng.ts";
import { DROP, RELAX_SMALL, UPDATE_BOUNDS } from "../env/actions.ts";
import { generateProblem } from "../env/generate.ts";
import { applyRepair } from "../env/repair.ts";
import { DEMAND, LIMIT, smallProblem, SPARE } from "../env/testing/problems.ts";
import { elasticModel, ElasticViolation } from "./elastic-violation.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const violationOf = (model: LpModel) => new ElasticViolation().load(model).value();

test("x1 + x2 <= 6 against >= 9 is 3 away from a solution; what takes no part changes nothing, either side ends it", () => {
  const { model } = smallProblem();
  expect(violationOf(model)).toBeCloseTo(3, 9);
  const elastic = new ElasticViolation().load(model);
  applyRepair(elastic, SPARE, DROP);
  expect(elastic.value()).toBeCloseTo(3, 9);
  // A tenth of 9 and 0.5 more: the demand falls to 7.6.
  applyRepair(elastic, DEMAND, RELAX_SMALL);
  expect(elastic.value()).toBeCloseTo(1.6, 9);
  applyRepair(elastic, LIMIT, DROP);
  expect(elastic.value()).toBe(0);
});

test("bounds of one element that cross count by their distance, and go away with it", () => {
  const model = modelOf({ A: [[1]], rows: [[5, 2]], cols: [[0, 10]] });
  const elastic = new ElasticViolation().load(model);
  expect(elastic.value()).toBeCloseTo(3, 9);
  expect([elastic.lower(1), elastic.upper(1)]).toEqual([5, 2]);
  elastic.setBounds(1, -Infinity, Infinity);
  expect(elastic.value()).toBe(0);
});

const problemAt = fc.tuple(fc.nat(5000), fc.constantFrom("easy", "medium", "hard"));

test("it is the optimum that HiGHS finds of the elastic model, and 0 exactly where the model has a solution", () => {
  fc.assert(
    fc.property(problemAt, ([index, level]) => {
      const { model } = generateProblem(5, index, level);
      const { status, objective } = oracle.solve(elasticModel(model), { integer: false });
      expect(status).toBe("optimal");
      const own = violationOf(model);
      expect(own).toBeCloseTo(objective ?? Number.NaN, 5);
      expect(own > 1e-6).toBe(!new Simplex().load(model).feasible());
    }),
    { numRuns: 60 },
  );
});

test("no repair raises it, whatever the order, and a warm answer is the cold one", () => {
  fc.assert(
    fc.property(problemAt, fc.nat(), ([index, level], seed) => {
      const { model } = generateProblem(6, index, level);
      const warm = new ElasticViolation().load(model);
      const rng = stream(seed);
      let before = warm.value();
      for (let k = 0; k < 8; k++) {
        const element = Math.floor(rng() * elementCount(model));
        applyRepair(
          warm,
          element,
          element < model.colCount ? UPDATE_BOUNDS : rng() < 0.5 ? DROP : RELAX_SMALL,
        );
        const after = warm.value();
        expect(after).toBeLessThanOrEqual(before + 1e-6 * (1 + before));
        const cold = new ElasticViolation().load(model);
        for (let e = 0; e < elementCount(model); e++) cold.setBounds(e, warm.lower(e), warm.upper(e));
        expect(cold.value()).toBeCloseTo(after, 5);
        before = after;
      }
    }),
    { numRuns: 40 },
  );
});
