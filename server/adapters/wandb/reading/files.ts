import type { ExternalPlace } from "../../../contracts/external/verbs.ts";
import { textOf, wholeOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { ENTITY, idOf } from "../place.ts";
import { MOST_FILES } from "../reading-types.ts";
import { uploadTo } from "../uploads.ts";
import type { Visit } from "../visit.ts";

/** Files of artifacts are read with them. */
const OF_ARTIFACT = /^artifacts\//;

/** Whether a path fits a pattern of SQL: % stands for any text, _ for a character. One walk, whatever the pattern. */
function isLike(path: string, pattern: string): boolean {
  let [at, p, star, mark] = [0, 0, -1, 0];
  while (at < path.length) {
    if (pattern[p] === "%") [star, mark] = [p++, at];
    else if (p < pattern.length && (pattern[p] === "_" || pattern[p] === path[at])) [p, at] = [p + 1, at + 1];
    else if (star !== -1) [p, at] = [star + 1, ++mark];
    else return false;
  }
  while (pattern[p] === "%") p++;
  return p === pattern.length;
}

export const runFiles = (visit: Visit, runId: string) =>
  visit.verbs.listFiles(runId).filter(({ path }) => !OF_ARTIFACT.test(path));

/** Files of a run with the addresses to read them by, in pages. */
export function filesOfRun(visit: Visit, runId: string, place: ExternalPlace, asked: Foreign) {
  const names = new Set(Array.isArray(asked.names) ? asked.names.map(String) : []);
  const pattern = textOf(asked.pattern);
  const all = runFiles(visit, runId).filter(
    ({ path }) =>
      (names.size === 0 || names.has(path)) && (pattern === null || isLike(path, pattern.slice(0, 400))),
  );
  const from = Math.max(0, wholeOf(asked.after) ?? 0);
  const to = from + Math.min(Math.max(1, wholeOf(asked.first) ?? MOST_FILES), MOST_FILES);
  const edges = all.slice(from, to).map(({ path, bytes }, i) => {
    const { directUrl, uploadUrl } = uploadTo(visit, { place, entity: ENTITY, path });
    const address = ({ upload }: Foreign) => (upload === true ? uploadUrl : directUrl());
    const node = { id: idOf("file", path), name: path, directUrl, url: address, sizeBytes: bytes };
    return { cursor: String(from + i + 1), node: { ...node, mimetype: null, updatedAt: null, md5: null } };
  });
  return { pageInfo: { endCursor: String(to), hasNextPage: to < all.length }, edges };
}
