import { selectExternalRunByPlace } from "#db/queries/external.ts";
import { selectExternalRunByLink } from "#db/queries/external/names.ts";
import type { LinkInput } from "../../../contracts/external/external.ts";
import type { ServiceContext } from "../../context.ts";
import { placeName } from "./place.ts";

/**
 * Where an address leads that a client printed, "View run at …/ENTITY/PROJECT/runs/KEY": the run, or the experiment that the
 * project stands for; null where nothing came by that name.
 */
export function findByLink(ctx: ServiceContext, { place, key }: LinkInput): { path: string } | null {
  const name = placeName(place);
  const found = selectExternalRunByPlace(ctx.db, name, key) ?? selectExternalRunByLink(ctx.db, name, key);
  if (!found) return null;
  return { path: key === null ? `/experiments/${found.run.experimentId}` : `/runs/${found.run.id}` };
}
