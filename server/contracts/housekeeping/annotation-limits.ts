import type { Annotations } from "./annotations.ts";

export const ANNOTATION_LIMITS = { changes: 500, tags: 100, tag: 40, notes: 20_000, name: 200 } as const;

/** Runs that are stopped, deleted or noted by one press. */
export const MAX_RUNS_AT_ONCE = ANNOTATION_LIMITS.changes;

/** What is noted of a thing of which nobody noted anything. */
export const NO_ANNOTATIONS: Annotations = { tags: [], notes: "", pinned: false, archived: false };

/** How long what was deleted can be brought back. */
export const DELETION_GRACE_MS = 15 * 60_000;
