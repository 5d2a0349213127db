import { isForeign, objectOf, wholeOf, type Foreign } from "../foreign-values.ts";
import { MOST_FILES } from "./reading-types.ts";
import { folderOf, MANIFEST, upload, type Named } from "./artifacts.ts";
import { idOf, placeOf } from "./place.ts";
import type { Visit } from "./visit.ts";

/** The files that a version's manifest names, but for references to elsewhere. */
function namesIn(visit: Visit, artifact: Named): string[] {
  const run = visit.verbs.find(placeOf(artifact.project, artifact.run));
  const bytes = run && visit.verbs.readFile(run.runId, `${folderOf(artifact)}/${MANIFEST}`);
  const contents = bytes && objectOf(bytes)?.contents;
  if (!isForeign(contents)) return [];
  return Object.entries(contents).flatMap(([name, entry]) =>
    isForeign(entry) && entry.ref === undefined ? [name] : [],
  );
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
    const { directUrl } = upload(visit, artifact, `${folderOf(artifact)}/${name}`);
    return { node: { id: idOf("file", name), name, directUrl } };
  });
  return { pageInfo: { endCursor: String(to), hasNextPage: to < names.length }, edges };
}
