import {
  LIST_KEYS,
  QUERY_KINDS,
  type QueryKind,
  type ReportQuery,
} from "../../../contracts/reports/report-query.ts";
import { readPairs } from "./pairs.ts";

export type ReadQuery = { ok: true; query: ReportQuery } | { ok: false; message: string };

const listed = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const known = (kind: string): kind is QueryKind => Object.hasOwn(QUERY_KINDS, kind);

/** Keys a kind of query takes. */
export function keysOf(kind: QueryKind): string[] {
  return Object.keys(QUERY_KINDS[kind].shape).filter((key) => key !== "kind");
}

interface Issue {
  code: string;
  message: string;
  path: PropertyKey[];
  keys?: string[];
}

function sentenceOf(kind: QueryKind, issue: Issue): string {
  if (issue.code === "unrecognized_keys")
    return `${kind} has no key "${issue.keys?.[0]?.slice(0, 40)}". It takes ${keysOf(kind).join(", ")}.`;
  const field = issue.path[0];
  if (issue.code === "invalid_type" && issue.message.includes("undefined"))
    return `${kind} needs the key "${String(field)}".`;
  return field === undefined ? issue.message : `${String(field)}: ${issue.message}`;
}

/** Reads the text of a block or an inline number of a kind, or says in one sentence what is wrong with it. */
export function readQuery(kind: string, text: string): ReadQuery {
  if (!known(kind))
    return {
      ok: false,
      message: `There is no block "${kind.slice(0, 40)}". There are ${Object.keys(QUERY_KINDS).join(", ")}.`,
    };
  const read = readPairs(text);
  if (!read.ok) return read;
  const facts = Object.fromEntries(
    read.pairs.map(([key, value]) => [key, LIST_KEYS.has(key) ? listed(value) : value]),
  );
  const parsed = QUERY_KINDS[kind].safeParse({ kind, ...facts });
  return parsed.success
    ? { ok: true, query: parsed.data }
    : { ok: false, message: sentenceOf(kind, parsed.error.issues[0]) };
}
