import { expect, test } from "vitest";
import { cloneModel, type LpModel } from "../../lp/model.ts";
import { shuffle, stream } from "../../math/rng.ts";
import { generateProblem } from "../env/generate.ts";
import { SeenModels } from "../../lp/near-duplicates.ts";

const models = Array.from({ length: 40 }, (_, i) => generateProblem(9, i, "hard").model);
const seen = new SeenModels();
for (const [i, model] of models.entries()) seen.add(`p${i}`, model);

function reordered(model: LpModel): LpModel {
  const rows = shuffle(stream(1), [...model.rowNames.keys()]);
  const columns = shuffle(stream(2), [...model.colNames.keys()]);
  const copy = cloneModel(model);
  rows.forEach((from, row) => {
    copy.rowLower[row] = model.rowLower[from];
    copy.rowUpper[row] = model.rowUpper[from];
    columns.forEach((old, j) => (copy.A[row * model.colCount + j] = model.A[from * model.colCount + old]));
  });
  return { ...copy, rowNames: rows.map((k) => `r${k}`), colNames: columns.map((k) => `y${k}`) };
}

test("the same model in another order and under other names is found, others are not", () => {
  models.forEach((model, i) => expect(seen.near(reordered(model))).toBe(`p${i}`));
  for (let i = 100; i < 140; i++) expect(seen.near(generateProblem(9, i, "hard").model)).toBeNull();
});

test("one row in ten that differs is near, three in ten are not", () => {
  const changed = (rows: number) => {
    const copy = cloneModel(models[0]);
    for (let row = 0; row < rows; row++)
      for (let j = 0; j < copy.colCount; j++) copy.A[row * copy.colCount + j] *= 1.1;
    return copy;
  };
  const { rowCount } = models[0];
  expect(seen.near(changed(Math.floor(rowCount * 0.1)))).toBe("p0");
  expect(seen.near(changed(Math.ceil(rowCount * 0.3)))).toBeNull();
});
