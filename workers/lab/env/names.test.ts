import { expect, test } from "vitest";
import { contentHash } from "../../lp/content-hash.ts";
import { elementCount, elementName } from "../../lp/model.ts";
import { stream } from "../../math/rng.ts";
import { ACTION_COUNT } from "./actions.ts";
import { featureCount, RepairEnv } from "./env.ts";
import { FEATURE_COUNT } from "./features.ts";
import { generateProblem } from "./generate.ts";
import type { Names } from "./names.ts";
import type { Problem } from "./problem.ts";
import { PLAIN } from "./testing/problems.ts";

const problems = (names: Names, count = 60) =>
  Array.from({ length: count }, (_, k) => generateProblem(3, k, "hard", names));
const namesOf = ({ model }: Problem) =>
  Array.from({ length: elementCount(model) }, (_, e) => elementName(model, e));

function seen(problem: Problem, seesNames: boolean): Float32Array[] {
  const config = { ...PLAIN, seesNames };
  const env = new RepairEnv(config);
  env.reset(problem, stream(1), 0);
  const width = featureCount(config);
  const features = new Float32Array(env.entityCount * width);
  env.observe(features, 0, new Uint8Array(env.entityCount * ACTION_COUNT), 0);
  return Array.from({ length: env.entityCount }, (_, e) => features.slice(e * width, (e + 1) * width));
}

test("other names are the same problem: model, roots, hash and numbers agree", () => {
  const neutral = problems("neutral");
  for (const names of ["original", "random"] as const)
    problems(names).forEach((problem, k) => {
      const { model, nameClasses: _, ...rest } = problem;
      const { model: plain, nameClasses: __, ...expected } = neutral[k];
      expect(rest).toEqual(expected);
      expect({ ...model, rowNames: [], colNames: [] }).toEqual({ ...plain, rowNames: [], colNames: [] });
      expect(contentHash(model)).not.toBe(problem.contentHash);
    });
});

test("no two elements of a model share a name, in any naming", () => {
  for (const names of ["neutral", "original", "random"] as const)
    for (const problem of problems(names))
      expect(new Set(namesOf(problem)).size).toBe(namesOf(problem).length);
});

test("original names say which rows were added and by which fault; others do not", () => {
  const forms = { B: /^_force_x\d+$/, D: /^_saboteur_conflict_c\w+$/, H: /^_symptom_constr_x\d+$/ };
  const counts = new Map<string, number>();
  for (const problem of problems("original", 300)) {
    const names = namesOf(problem);
    for (const [type, form] of Object.entries(forms)) {
      const faults = problem.type.split(type).length - 1;
      expect(names.filter((name) => form.test(name))).toHaveLength(faults);
      counts.set(type, (counts.get(type) ?? 0) + faults);
    }
    const pairs = names.filter((name) => /^_multi_constr_(upper|lower)_x\d+_x\d+(_\d)?$/.test(name));
    expect(pairs).toHaveLength(2 * (problem.type.split("E").length - 1));
    names.forEach((name, e) => {
      if (name.startsWith("_")) expect(problem.injected?.[e]).toBe(1);
    });
  }
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  for (const problem of [...problems("neutral"), ...problems("random")])
    expect(namesOf(problem).filter((name) => name.startsWith("_"))).toEqual([]);
});

test("who observes names sees one more block of features, and it holds the classes alone", () => {
  const [original, random, neutral] = (["original", "random", "neutral"] as const).map(
    (names) => problems(names, 1)[0],
  );
  const shown = seen(original, true);
  expect(shown.map((features) => Array.from(features.subarray(0, FEATURE_COUNT)))).toEqual(
    seen(original, false).map((features) => [...features]),
  );
  const classes = (problem: Problem) => seen(problem, true).map((f) => Array.from(f.subarray(FEATURE_COUNT)));
  const table = classes(original);
  namesOf(original).forEach((name, e) => {
    const expected = [0, 0, 0, 0];
    if (name.startsWith("_saboteur")) expected[1] = 1;
    else if (name.startsWith("_multi")) expected[2] = 1;
    else if (name.startsWith("_")) expected[3] = 1;
    else expected[0] = 1;
    expect(table[e]).toEqual(expected);
  });
  expect(table.at(-1)).toEqual([0, 0, 0, 0]);
  expect(classes(random).flat()).toEqual(
    classes(random)
      .flat()
      .map(() => 0),
  );
  expect(classes(neutral).slice(0, -1)).toEqual(
    classes(neutral)
      .slice(0, -1)
      .map(() => [1, 0, 0, 0]),
  );
});

test("who observes none sees the same under any names", () => {
  const [a, b] = (["original", "random"] as const).map((names) => problems(names, 5));
  a.forEach((problem, k) => expect(seen(b[k], false)).toEqual(seen(problem, false)));
});
