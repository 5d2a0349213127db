import { BrokenRule, POINT_LIMITS, checkSource } from "../../workers/protocol/points.ts";

const QUERY_KEYS = ["source", "firstSeq"];

/** Who sends, and the number of the first point of the body. Throws `BrokenRule`. */
export function readPointsQuery(url: string): { source: string; firstSeq: number } {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  const unknown = [...query.keys()].find(
    (key, i, keys) => !QUERY_KEYS.includes(key) || keys.indexOf(key) !== i,
  );
  if (unknown !== undefined || !url.includes("?"))
    throw new BrokenRule(
      "query",
      `The address ends with ?source=<name>&firstSeq=<number>${unknown === undefined ? "" : `, each once; it has ${JSON.stringify(unknown.slice(0, 80))}`}.`,
    );
  const source = query.get("source") ?? "";
  checkSource(source);
  const given = query.get("firstSeq") ?? "";
  const firstSeq = Number(given);
  const last = Number.MAX_SAFE_INTEGER - POINT_LIMITS.pointsPerBody;
  if (!/^[1-9]\d*$/.test(given) || firstSeq > last)
    throw new BrokenRule(
      "first_seq",
      `firstSeq is the number of the first point of the body, a whole number from 1 to ${last}; it is ${query.has("firstSeq") ? JSON.stringify(given.slice(0, 40)) : "missing"}.`,
      firstSeq > last ? last : 1,
    );
  return { source, firstSeq };
}
