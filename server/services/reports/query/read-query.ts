import { z } from "zod";
import type { QueryKind } from "../../../contracts/reports/report-blocks.ts";
import { ANSWERED_BLOCKS, type ReportQuery } from "../blocks/registry.ts";
import { readPairs } from "./pairs.ts";

export type ReadQuery = { ok: true; query: ReportQuery } | { ok: false; message: string };

const listed = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const known = (kind: string): kind is QueryKind => Object.hasOwn(ANSWERED_BLOCKS, kind);

/** Whether the value of a key is a list, separated by commas. */
function isList(kind: QueryKind, key: string): boolean {
  const shape: z.core.$ZodShape = ANSWERED_BLOCKS[kind].query.shape;
  const value = Object.hasOwn(shape, key) ? shape[key] : null;
  return (value instanceof z.ZodOptional ? value.unwrap() : value) instanceof z.ZodArray;
}

/** Keys a kind of query takes. */
export function keysOf(kind: QueryKind): string[] {
  return Object.keys(ANSWERED_BLOCKS[kind].query.shape).filter((key) => key !== "kind");
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
      message: `There is no block "${kind.slice(0, 40)}". There are ${Object.keys(ANSWERED_BLOCKS).join(", ")}.`,
    };
  const read = readPairs(text);
  if (!read.ok) return read;
  const facts = Object.fromEntries(
    read.pairs.map(([key, value]) => [key, isList(kind, key) ? listed(value) : value]),
  );
  const parsed = ANSWERED_BLOCKS[kind].query.safeParse({ kind, ...facts });
  return parsed.success
    ? { ok: true, query: parsed.data }
    : { ok: false, message: sentenceOf(kind, parsed.error.issues[0]) };
}
