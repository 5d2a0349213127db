import { createLoader, createParser } from "nuqs/server";
import { readSlug } from "#server/contracts/housekeeping/project-words.ts";

/** Which project is shown, by its slug; without one all are. What is no slug is none. */
export const projectSearch = {
  project: createParser<string>({ parse: readSlug, serialize: (slug) => slug }),
};

export const loadProject = createLoader(projectSearch);

/** The same page in another project, or in all: its list, since what it filters by is of the one that is left. */
export const switchedHref = (path: string, slug: string | null): string =>
  `/${path.split("/")[1] ?? ""}${slug === null ? "" : `?project=${slug}`}`;
