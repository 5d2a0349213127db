import { selectWorkers } from "#db/queries/workers.ts";
import type { LaunchEngine } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "./list.ts";

/** The engines of connected workers, for a form: of those only which can run a recipe, where one is named. */
export function connectedEngines(
  ctx: ServiceContext,
  recipe?: { slug: string; version: string },
): LaunchEngine[] {
  return selectWorkers(ctx.db).flatMap((worker): LaunchEngine[] => {
    const has =
      recipe === undefined ||
      worker.recipes.some(({ slug, version }) => slug === recipe.slug && version === recipe.version);
    if (!worker.engine || !has || worker.draining || !isOnline(ctx, worker)) return [];
    const { kind, version, problems, partitions } = worker.engine;
    return [{ worker: worker.name, kind, version, problems, partitions }];
  });
}
