import { upsertAnnotations } from "#db/queries/annotations.ts";
import { ANNOTATION_LIMITS, NO_ANNOTATIONS } from "../../../contracts/housekeeping/annotation-limits.ts";
import { actorName, type ServiceContext, type WriteScope } from "../../context.ts";
import { touchAnnotated } from "../../annotations/annotate.ts";
import { annotationsByIds } from "../../annotations/read.ts";
import { word } from "../places/place.ts";

/** What a client says of its run that people say of runs, too. */
interface Annotated {
  tags: readonly string[];
  notes: string | null;
}

/** A client's tag as a tag of the run, which is one word: "model: qwen 3" is "model:qwen-3". */
export const tagOf = (sent: string): string =>
  word(
    sent
      .trim()
      .replace(/[:,]\s+/g, (sign) => sign[0])
      .replace(/[,\s]+/g, "-"),
    ANNOTATION_LIMITS.tag,
    "tag",
  );

const tagsOf = (sent: readonly string[]): string[] =>
  [...new Set(sent.map(tagOf))].slice(0, ANNOTATION_LIMITS.tags);

/** Notes of a person stay where a client says others; those that it said before are replaced. */
function notesAfter(kept: string, before: string | null, sent: string | null | undefined): string {
  if (sent === undefined || sent === before) return kept;
  return kept === "" || kept === (before ?? "") ? (sent ?? "").slice(0, ANNOTATION_LIMITS.notes) : kept;
}

/**
 * Lets what a client says of its run be the run's: tags that it adds are added and those that it takes away go, whatever people
 * gave the run meanwhile. What it only says again changes nothing. `before` is what it said last.
 */
export function annotate(
  ctx: ServiceContext,
  scope: WriteScope,
  runId: string,
  sent: Partial<Annotated>,
  before: Annotated,
): void {
  if (sent.tags === undefined && sent.notes === undefined) return;
  const kept = annotationsByIds(ctx, [runId]).get(runId) ?? NO_ANNOTATIONS;
  const [was, is] = [tagsOf(before.tags), tagsOf(sent.tags ?? before.tags)];
  const stay = kept.tags.filter((tag) => is.includes(tag) || !was.includes(tag));
  const added = is.filter((tag) => !was.includes(tag) && !stay.includes(tag));
  const tags = [...stay, ...added].slice(0, ANNOTATION_LIMITS.tags);
  const notes = notesAfter(kept.notes, before.notes, sent.notes);
  const isSame = notes === kept.notes && tags.length === kept.tags.length && added.length === 0;
  if (isSame) return;
  const { purgeAt = null } = kept;
  upsertAnnotations(scope.db, {
    subjectId: runId,
    kind: "run",
    ...kept,
    tags,
    notes,
    purgeAt,
    by: actorName(ctx.actor),
    at: ctx.now(),
  });
  touchAnnotated(scope, "run", runId);
}

/** Tags and notes as a client reads them back: its own in its own words, without those that people took away, and with theirs. */
export function annotatedBack(
  told: Annotated,
  kept: { tags: readonly string[]; notes: string } | null,
): Annotated {
  if (kept === null) return told;
  const own = told.tags.filter((tag) => kept.tags.includes(tagOf(tag)));
  const known = new Set(own.map(tagOf));
  return {
    tags: [...own, ...kept.tags.filter((tag) => !known.has(tag))],
    notes: kept.notes === "" ? null : kept.notes,
  };
}
