import { selectWorkers } from "#db/queries/workers.ts";
import type { LaunchEngine } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "./list.ts";

/** The engines of connected workers that have all of these recipes, for a form. */
export function connectedEngines(
  ctx: ServiceContext,
  recipes: readonly { slug: string; version: string }[],
): LaunchEngine[] {
  return selectWorkers(ctx.db).flatMap((worker): LaunchEngine[] => {
    const has = recipes.every((recipe) =>
      worker.recipes.some(({ slug, version }) => slug === recipe.slug && version === recipe.version),
    );
    if (!worker.engine || !has || worker.draining || !isOnline(ctx, worker)) return [];
    const { kind, version, problems, partitions } = worker.engine;
    return [{ worker: worker.name, kind, version, problems, partitions }];
  });
}
