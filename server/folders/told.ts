import type { LoggedRow } from "../contracts/external/logged-table.ts";
import type { ExternalFacts, Rollout } from "../contracts/external/verbs.ts";

/** A medium that was read, with the bytes of its file. */
export interface ToldMedium {
  kind: "histogram" | "image" | "audio";
  key: string;
  step: number;
  /** ms since the epoch. */
  at: number | null;
  place: number;
  /** Of a histogram. */
  edges?: number[];
  counts?: number[];
  /** Of all else: its file. */
  path: string | null;
  bytes: Uint8Array | null;
  type: string | null;
}

/** What was read of a file, each kind in the order in which it stands there. */
export interface Told {
  history: LoggedRow[];
  system: LoggedRow[];
  rollouts: Rollout[];
  media: ToldMedium[];
  facts: Partial<ExternalFacts>;
  /** Sentences for the run page, by what is the same sentence. */
  notes: Map<string, string>;
}

export const nothing = (): Told => ({
  history: [],
  system: [],
  rollouts: [],
  media: [],
  facts: {},
  notes: new Map(),
});

/** Sets a text that stood among the numbers. A name from outside may be "__proto__", which an assignment takes for something else. */
export function setText(told: Told, name: string, value: string): void {
  told.facts.summary ??= {};
  Object.defineProperty(told.facts.summary, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Reads a file that grows. It is given what follows the bytes that it has used, and may leave an unfinished rest. */
export interface Tail {
  /** `used` is how many of these bytes need not be given again; -1 says that this is no file of its kind. */
  take(bytes: Uint8Array): { told: Told; used: number };
}

/**
 * Reads one kind of file of a training's folder. Paths are inside the folder, with forward slashes. A reader is made for one
 * folder and may remember what it read there.
 */
export type Reader =
  | { opens(path: string): boolean; tail(path: string): Tail }
  | {
      opens(path: string): boolean;
      /** Reads a file that is written at once, and again when it changed. Its rows count from the first of `writer`. */
      read(
        path: string,
        bytes: Uint8Array,
      ): Promise<Told & { writer?: string }> | (Told & { writer?: string });
    };

export const isTail = (reader: Reader): reader is Extract<Reader, { tail: unknown }> => "tail" in reader;
