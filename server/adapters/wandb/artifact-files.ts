import { isForeign, objectOf, wholeOf, type Foreign } from "../../foreign/foreign-values.ts";
import { artifactFolder, leadsOut } from "../../contracts/external/artifacts.ts";
import { MOST_FILES } from "./reading-types.ts";
import { MANIFEST, upload, type Named } from "./artifact-place.ts";
import { idOf, placeOf } from "./place.ts";
import type { Visit } from "./visit.ts";

/** The entries of a version's manifest by the names of their files, but for references to elsewhere. */
function entriesIn(visit: Visit, artifact: Named): [string, Foreign][] {
  const run = visit.verbs.find(placeOf(artifact.project, artifact.run));
  const bytes = run && visit.verbs.readFile(run.runId, `${artifactFolder(artifact)}/${MANIFEST}`);
  const contents = bytes && objectOf(bytes)?.contents;
  if (!isForeign(contents)) return [];
  return Object.entries(contents).flatMap(([name, entry]): [string, Foreign][] =>
    isForeign(entry) && entry.ref === undefined ? [[name, entry]] : [],
  );
}

const namesIn = (visit: Visit, artifact: Named): string[] => entriesIn(visit, artifact).map(([name]) => name);

/** The first file of a version whose path would lead out of a folder; null where there is none. */
export const leadingOut = (visit: Visit, artifact: Named): string | null =>
  namesIn(visit, artifact).find(leadsOut) ?? null;

/** How many files a version has, and how large they are by their client's word. */
export function sizeOf(visit: Visit, artifact: Named): { bytes: number; files: number } {
  const sizes = entriesIn(visit, artifact).map(([, { size }]) => Math.max(0, wholeOf(size) ?? 0));
  const bytes = Math.min(
    Number.MAX_SAFE_INTEGER,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  return { bytes, files: sizes.length };
}

/**
 * The files of an artifact with the addresses to read them by, in pages. One that was too large to be kept is named too: the
 * client then raises at its address, instead of going on without it.
 */
export function filesOf(visit: Visit, artifact: Named, { after, first }: Foreign) {
  const names = namesIn(visit, artifact);
  const from = Math.max(0, wholeOf(after) ?? 0);
  const to = from + Math.min(Math.max(1, wholeOf(first) ?? MOST_FILES), MOST_FILES);
  const edges = names.slice(from, to).map((name) => {
    const { directUrl } = upload(visit, artifact, `${artifactFolder(artifact)}/${name}`);
    return { node: { id: idOf("file", name), name, directUrl } };
  });
  return { pageInfo: { endCursor: String(to), hasNextPage: to < names.length }, edges };
}
