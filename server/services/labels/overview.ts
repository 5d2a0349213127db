import type { PrmOverview } from "../../contracts/prm.ts";
import type { ServiceContext } from "../context.ts";
import { listLabelSets } from "./list.ts";
import { listPrmModels } from "./models.ts";

/** Label sets and trained models, newest first. */
export function prmOverview(ctx: ServiceContext): PrmOverview {
  const sets = listLabelSets(ctx);
  return { sets, models: listPrmModels(ctx, sets), asOf: ctx.now() };
}
