import { selectRunInputs } from "#db/queries/inputs.ts";
import type { ConfigLine } from "../../contracts/compare/compare.ts";
import { shortId } from "../../contracts/ids.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { writeSeed } from "../../wording/seeds.ts";
import type { ServiceContext } from "../context.ts";
import { meant, spelledAlike } from "../external/config.ts";
import { isIdentityKey } from "../external/grouping/identity-keys.ts";
import { recipeOf } from "../recipes/book.ts";
import type { RunRecord } from "#db/queries/runs.ts";

/** A run of a comparison, with the evaluation that is compared; without one where the runs themselves are. */
interface Configured {
  run: RunRecord;
  evaluation?: { trainStep: number };
}

type Read = (side: Configured) => ConfigLine["values"][number];
type Fact = [name: string, label: string, read: Read];

const FACTS: Fact[] = [
  ["recipe", "Recipe", ({ run }) => `${run.recipe} ${run.recipeVersion}`],
  ["seed", "Seed", ({ run }) => (isSaidSeed(run.seed) ? run.seed : writeSeed(run.seed))],
  ["train_step", "Evaluated at train step", ({ evaluation }) => evaluation?.trainStep ?? null],
  ["reward", "Reward", ({ run }) => `${run.rewardConfig.formula} (${run.rewardHash.slice(0, 8)})`],
  ["benchmark", "Benchmark", ({ run }) => run.benchmarkHash?.slice(0, 8) ?? "generated"],
];

/**
 * What each run was given, slot by slot, in the order that the recipes name them: the name of its source, with the id where two
 * sources share one; null where nothing was given.
 */
function givenLines(ctx: ServiceContext, sides: readonly Configured[]): Fact[] {
  const given = selectRunInputs(ctx.db, [...new Set(sides.map(({ run }) => run.id))]).map(
    ({ input, source }) => ({ ...input, name: source?.name ?? input.fromName }),
  );
  const labels = new Map<string, string>();
  for (const { run } of sides)
    for (const { slot, label } of recipeOf(ctx.db, run)?.inputs ?? [])
      if (!labels.has(slot) && given.some((one) => one.slot === slot)) labels.set(slot, label);
  for (const { slot } of given) if (!labels.has(slot)) labels.set(slot, slot);
  return [...labels].map(([slot, label]): Fact => {
    const own = given.filter((one) => one.slot === slot);
    const among = (same: (one: (typeof own)[number]) => boolean, what: "fromRunId" | "evaluationId") =>
      new Set(own.filter(same).map((one) => one[what])).size;
    return [
      slot,
      `${label}: what it was taken from`,
      ({ run }) => {
        const one = own.find(({ runId }) => runId === run.id);
        if (!one) return null;
        const { name, fromRunId, evaluationId } = one;
        const runsCalledSo = among((other) => other.name === name, "fromRunId");
        const evaluationsOfIt = among((other) => other.fromRunId === fromRunId, "evaluationId");
        return [
          name,
          runsCalledSo > 1 ? shortId(fromRunId) : "",
          evaluationsOfIt > 1 && evaluationId !== null ? shortId(evaluationId) : "",
        ]
          .filter(Boolean)
          .join(" ");
      },
    ];
  });
}

/**
 * What stands behind the sides: facts, what each run was given, and its parameters: the union of their recipes' fields, in the
 * order the recipes name them.
 */
export function configLines(ctx: ServiceContext, sides: readonly Configured[]): ConfigLine[] {
  const labels = new Map<string, string>();
  // The seed is a fact of every run, wherever its client wrote it.
  const isSeedAgain = (name: string) =>
    name === "seed" &&
    sides.every(({ run }) => (Object.hasOwn(run.params, name) ? run.params[name] : null) === run.seed);
  const isOfClients = sides.every(({ run }) => run.origin === "external");
  // One client sends a list as JSON, another as Python writes it: that is no difference.
  const paramsOf = new Map(
    sides.map(({ run }) => [run, isOfClients ? Object.fromEntries(spelledAlike(run.params)) : run.params]),
  );
  for (const { run } of sides) {
    for (const field of recipeOf(ctx.db, run)?.fields ?? [])
      if (!labels.has(field.name)) labels.set(field.name, field.label);
    for (const name of Object.keys(paramsOf.get(run) ?? {}))
      if (!labels.has(name) && !isSeedAgain(name)) labels.set(name, name);
  }
  const parameters = [...labels].map(([name, label]): Fact => [
    name,
    label,
    // A client's key may be one that every object has, as "constructor".
    ({ run }) => {
      const params = paramsOf.get(run) ?? {};
      return Object.hasOwn(params, name) ? params[name] : null;
    },
  ]);
  const facts = FACTS.filter(([name]) => name !== "train_step" || sides.some(({ evaluation }) => evaluation));
  const lineOf = ([name, label, read]: Fact): ConfigLine => {
    const values = sides.map(read);
    return { name, label, values, differs: new Set(values).size > 1 };
  };
  return [
    ...[...facts, ...givenLines(ctx, sides)].map(lineOf),
    ...parameters.map((one) => {
      const line = lineOf(one);
      if (!isOfClients) return line;
      const differs = new Set(line.values.map((value) => (value === null ? null : meant(value)))).size > 1;
      return { ...line, differs, ...(isIdentityKey(line.name) && { names: true }) };
    }),
  ];
}
