import { lt } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { outsidePlaces } from "../../schema/index.ts";
import type { OutsidePlaceRecord } from "../outside.ts";

/** A place whose runs were put into configurations by an older version of the rules. */
export function selectOutdatedPlace(db: Db, version: number): OutsidePlaceRecord | undefined {
  return db.select().from(outsidePlaces).where(lt(outsidePlaces.groupingVersion, version)).limit(1).get();
}
