import { selectWorkers } from "#db/queries/workers.ts";
import type { ServiceContext } from "../context.ts";

/** From where code can come that is not hashed, on any of the workers that offer this content. */
export function unhashedCodeOf({ db }: Pick<ServiceContext, "db">, slug: string, version: string): string[] {
  const offers = selectWorkers(db).flatMap(({ recipes }) => recipes);
  const same = offers.filter((offer) => offer.slug === slug && offer.version === version);
  return [...new Set(same.flatMap(({ unhashedCode = [] }) => unhashedCode))];
}
