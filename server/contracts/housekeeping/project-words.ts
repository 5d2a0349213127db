import type { NameRule } from "../../../workers/protocol/names.ts";

/** What holds for the name of a project. */
export const PROJECT_NAME: NameRule = {
  what: "The name of a project",
  most: 80,
  missing: "Give the project a name.",
};

/** How an address names a project: its slug. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The slug that stands in an address, or null where what stands there is none. */
export const readSlug = (text: string): string | null => (SLUG.test(text) ? text : null);
