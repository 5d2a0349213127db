import { NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import { selectAnnotations, selectRunTags } from "#db/queries/annotations.ts";
import { type Annotations } from "../../contracts/housekeeping/annotations.ts";
import type { ServiceContext } from "../context.ts";

/** What people noted of some things, by id; nothing of those of which nobody noted anything. */
export function annotationsByIds(ctx: ServiceContext, ids: readonly string[]): Map<string, Annotations> {
  const rows = selectAnnotations(ctx.db, ids);
  return new Map(
    ids.map((id) => {
      const row = rows.get(id);
      if (!row) return [id, NO_ANNOTATIONS];
      const { tags, notes, pinned, archived, purgeAt } = row;
      return [id, { tags, notes, pinned, archived, ...(purgeAt !== null && { purgeAt }) }];
    }),
  );
}

/** The same as an object, for the wire. */
export const annotationsOf = (ctx: ServiceContext, ids: readonly string[]): Record<string, Annotations> =>
  Object.fromEntries(annotationsByIds(ctx, ids));

/** Every tag of runs, most used first, with how many carry it. */
export const tagsOfRuns = (ctx: ServiceContext): { tag: string; n: number }[] => selectRunTags(ctx.db);
