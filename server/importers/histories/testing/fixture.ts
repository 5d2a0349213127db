import { Buffer } from "node:buffer";
import type { SentFile } from "../sent-file.ts";

/** A source of each kind, small and whole, made here. */
export interface Fixture {
  /** The kind of the reader that it is for. */
  kind: string;
  /** The first one is the source; others lie beside it. */
  files: SentFile[];
  /** When it happened by its own word. */
  startedAt: number | null;
  endedAt: number | null;
  /** The source with a mistake in it, and what the refusal names beside the file. */
  broken: { bytes: Uint8Array; place: string };
}

/** A file of a text. */
export const file = (name: string, text: string): SentFile => ({ name, bytes: Buffer.from(text) });
/** A file of JSON. */
export const json = (name: string, tree: unknown): SentFile => file(name, JSON.stringify(tree));
/** JSON lines of some objects. */
export const lines = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;

export const FROM = Date.parse("2026-01-14T07:00:00Z");

/** A source whose mistake is another value at one place. */
export function changed(
  kind: string,
  name: string,
  make: (value: unknown) => string,
  told: {
    good: unknown;
    bad: unknown;
    place: string;
    startedAt?: number | null;
    endedAt?: number | null;
    beside?: SentFile[];
  },
): Fixture {
  return {
    kind,
    files: [file(name, make(told.good)), ...(told.beside ?? [])],
    startedAt: told.startedAt ?? null,
    endedAt: told.endedAt ?? null,
    broken: { bytes: Buffer.from(make(told.bad)), place: told.place },
  };
}

/** Five minutes from there on. */
export const SPAN = { startedAt: FROM, endedAt: FROM + 300_000 };
