import type { z } from "zod";
import type { RecipeFile } from "../../protocol/recipes/recipe-file.ts";

type Written = z.input<typeof RecipeFile>;
type Fields = NonNullable<Written["fields"]>;

/** The names that say most, with their direction where the name leaves no doubt. */
export function metricsOf(names: readonly string[]): Pick<Written, "metrics" | "primary"> {
  const better = (name: string) =>
    /(^|[/_])(reward|return|score|acc|accuracy|success\w*|pass\w*)(_mean|\/mean)?$/i.test(name)
      ? ("higher" as const)
      : /(loss|error|perplexity|ppl|mse)$/i.test(name)
        ? ("lower" as const)
        : null;
  const kept = names.filter((name) => !/^(_?step|global_step|epoch|time|_runtime)$/.test(name));
  const metrics = kept.map((name) => ({ name, better: better(name) }));
  const primary = (
    metrics.find((one) => one.better === "higher") ?? metrics.find((one) => one.better !== null)
  )?.name;
  return { metrics, ...(primary !== undefined && { primary }) };
}

/** Names of how long a training is, the surest first: `num_steps` beside `total_timesteps` is one rollout. */
const LENGTHS = [
  /^(.*_)?total_(time)?steps$/,
  /^(.*_)?(max_steps|num_train_steps|train_steps|max_iters|max_iterations|num_iterations|iterations)$/,
  /^(.*_)?(steps|num_steps|n_steps|num_updates)$/,
  /^(.*_)?(epochs|num_epochs|num_train_epochs|max_epochs|n_epochs)$/,
];
const SMOKE_STEPS = 3;
/** Steps of an environment, of which one rollout takes thousands. */
const OF_ENVIRONMENT = /timesteps$/;
const SMOKE_ROLLOUTS = 2;

/** What seems to count the steps of a training, with a value for a smoke run; null where nothing does. */
export function stepsOf(
  fields: Fields,
): { field: string; smoke: Record<string, number>; said: string } | null {
  const numbers = fields.filter(({ kind }) => kind === "int");
  const field = LENGTHS.flatMap((pattern) => numbers.filter(({ name }) => pattern.test(name))).at(0);
  if (!field) return null;
  const value = Number(field.default);
  // A length of 0 or below mostly stands for none, so that another argument decides.
  if (value <= 0) return null;
  const valueOf = (name: RegExp) => Number(numbers.find((one) => name.test(one.name))?.default ?? 1);
  const rollout = valueOf(/^num_envs$/) * valueOf(/^(num_steps|n_steps|rollout_steps)$/);
  const few = OF_ENVIRONMENT.test(field.name) ? SMOKE_ROLLOUTS * rollout : SMOKE_STEPS;
  return {
    field: field.name,
    smoke: { [field.name]: Math.min(few, value) },
    said: `${field.name} is taken for the length of a training, and ${Math.min(few, value)} for a smoke run; change "planned" and "smoke" where that is wrong.`,
  };
}
