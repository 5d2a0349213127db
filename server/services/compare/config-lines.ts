import { findRecipe } from "../../../workers/recipes/catalog.ts";
import type { ConfigLine } from "../../contracts/compare.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

type Read = (side: ResolvedSide) => ConfigLine["values"][number];

const FACTS: [name: string, label: string, read: Read][] = [
  ["recipe", "Recipe", ({ run }) => `${run.recipe} ${run.recipeVersion}`],
  ["seed", "Seed", ({ run }) => run.seed],
  ["train_step", "Evaluated at train step", ({ evaluation }) => evaluation.trainStep],
  ["reward", "Reward", ({ run }) => `${run.rewardConfig.formula} (${run.rewardHash.slice(0, 8)})`],
  ["benchmark", "Benchmark", ({ run }) => run.benchmarkHash?.slice(0, 8) ?? "generated"],
];

/** Parameters of the runs side by side: the union of their recipes' fields, in the order the recipes name them. */
export function configLines(sides: ResolvedSide[]): ConfigLine[] {
  const labels = new Map<string, string>();
  for (const { run } of sides) {
    for (const field of findRecipe(run.recipe)?.fields ?? [])
      if (!labels.has(field.name)) labels.set(field.name, field.label);
    for (const name of Object.keys(run.params)) if (!labels.has(name)) labels.set(name, name);
  }
  const parameters = [...labels].map(([name, label]): [string, string, Read] => [
    name,
    label,
    ({ run }) => run.params[name] ?? null,
  ]);
  return [...FACTS, ...parameters].map(([name, label, read]) => {
    const values = sides.map(read);
    return { name, label, values, differs: new Set(values).size > 1 };
  });
}
