import type { TableViewRecord } from "#db/queries/run-table/table-views.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, type ServiceContext } from "../context.ts";

/** The person of the bench, for whom its command line works too. */
const PERSON = "local";

/** Whose views somebody sees and changes. */
export const viewOwner = ({ actor }: Pick<ServiceContext, "actor">): string =>
  actor.kind === "operator" ? PERSON : actorName(actor);

/** Refuses what somebody else saved. */
export function requireOwn(ctx: Pick<ServiceContext, "actor">, { owner, name }: TableViewRecord): void {
  if (owner !== viewOwner(ctx))
    throw new ServiceError("forbidden", `${owner} saved the view ${name}. Save it under a name of your own.`);
}
