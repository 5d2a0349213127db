import { lt } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { externalPlaces } from "../../schema/index.ts";
import type { ExternalPlaceRecord } from "../external.ts";

/** A place whose runs were put into configurations by an older version of the rules. */
export function selectOutdatedPlace(db: Db, version: number): ExternalPlaceRecord | undefined {
  return db.select().from(externalPlaces).where(lt(externalPlaces.groupingVersion, version)).limit(1).get();
}
