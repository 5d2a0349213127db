import { NOTHING_KEPT } from "../../contracts/housekeeping/keeping-limits.ts";
import { selectKeepings, selectRunTags } from "#db/queries/keepings.ts";
import { type Kept } from "../../contracts/housekeeping/keeping.ts";
import type { ServiceContext } from "../context.ts";

/** What people noted of some things, by id; nothing of those of which nobody noted anything. */
export function keptByIds(ctx: ServiceContext, ids: readonly string[]): Map<string, Kept> {
  const rows = selectKeepings(ctx.db, ids);
  return new Map(
    ids.map((id) => {
      const row = rows.get(id);
      if (!row) return [id, NOTHING_KEPT];
      const { tags, notes, pinned, archived, goesAt } = row;
      return [id, { tags, notes, pinned, archived, ...(goesAt !== null && { goesAt }) }];
    }),
  );
}

/** The same as an object, for the wire. */
export const keptThings = (ctx: ServiceContext, ids: readonly string[]): Record<string, Kept> =>
  Object.fromEntries(keptByIds(ctx, ids));

/** Every tag of runs, most used first, with how many carry it. */
export const tagsOfRuns = (ctx: ServiceContext): { tag: string; n: number }[] => selectRunTags(ctx.db);
