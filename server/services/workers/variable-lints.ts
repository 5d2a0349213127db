import { selectWorkers } from "#db/queries/workers.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { secretsOfCommand } from "../../../workers/protocol/recipes/needed-secrets.ts";
import { variableOf } from "../../../workers/protocol/recipes/secret-fields.ts";
import { isSecretName } from "../../../workers/protocol/secrets/secret-names.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import { listAnd } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "./list.ts";

/**
 * Variables that a launch needs and connected workers told that they lack: for a secret field, without which its worker starts
 * nothing, and secrets that the recipe asks for by name and may do without.
 */
export function variableLints(
  ctx: ServiceContext,
  { slug, version, script, fields }: RecipeManifest,
  variants: readonly { label: string; params: Params }[],
): LaunchPlan["lints"] {
  if (!script) return [];
  const offers = selectWorkers(ctx.db)
    .filter((worker) => isOnline(ctx, worker) && !worker.draining)
    .flatMap(({ name, recipes }) =>
      recipes.filter((one) => one.slug === slug && one.version === version).map((one) => ({ name, ...one })),
    );
  const all = new Set(offers.flatMap(({ lacks = [] }) => lacks));
  return [...all].flatMap((variable): LaunchPlan["lints"] => {
    const without = offers.filter(({ lacks = [] }) => lacks.includes(variable)).map(({ name }) => name);
    const needing = variants.filter(({ params }) =>
      secretsOfCommand(fields, script.command, params).some((field) => variableOf(field) === variable),
    );
    const field = fields.find((one) => variableOf(one) === variable)?.name ?? null;
    if (needing.length > 0)
      return [
        {
          id: "L71",
          level: "caution",
          field,
          claim: `${variable} is not set on ${listAnd(without)}.`,
          detail: `A worker without it refuses these runs, since their command takes a secret from it. Set ${variable} where the worker is started, and start the worker again.`,
          variants: needing.map(({ label }) => label),
        },
      ];
    const isAsked = script.environment.includes(variable) && isSecretName(variable);
    if (!isAsked || variants.length === 0) return [];
    return [
      {
        id: "L72",
        level: "note",
        field: null,
        claim: `${variable} is not set on ${listAnd(without)}.`,
        detail: `${slug} asks for it and is started without it.`,
        variants: variants.map(({ label }) => label),
      },
    ];
  });
}
