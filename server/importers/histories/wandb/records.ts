import { fieldsOf, text } from "../../../folders/protobuf.ts";
import { isForeign, parseForeign, type Foreign } from "../../../foreign/foreign-values.ts";

/** Kinds of records that are read, by the number of their field in W&B's `wandb_internal.proto`. */
export const KIND = {
  history: 2,
  summary: 3,
  config: 5,
  stats: 7,
  telemetry: 11,
  metric: 12,
  run: 17,
  exit: 18,
  environment: 26,
} as const;

/** Fields of a record that are about it: its number, how it was sent, and by whom. */
const ABOUT = new Set([1, 16, 19, 200]);

/** The kind and the content of a record; null where it holds none. */
export function contentOf(record: Uint8Array): { kind: number; content: Uint8Array } | null {
  for (const { field, wireType, value } of fieldsOf(record))
    if (wireType === 2 && !ABOUT.has(field)) return { kind: field, content: value };
  return null;
}

/** An entry of a history, a summary or a configuration: its path, and its value as JSON text. */
export interface Item {
  path: string[];
  json: string;
}

/** What a message says by the numbers of its fields; a number that stands several times has several values. */
export class Message {
  readonly #fields = new Map<number, { value: Uint8Array; whole: number }[]>();

  constructor(bytes: Uint8Array) {
    for (const { field, value, whole } of fieldsOf(bytes)) {
      const known = this.#fields.get(field);
      if (known) known.push({ value, whole });
      else this.#fields.set(field, [{ value, whole }]);
    }
  }

  /** Null where nothing is said: in protobuf an empty text is the same as none. */
  text(field: number): string | null {
    return this.texts(field).at(-1) || null;
  }

  texts(field: number): string[] {
    return (this.#fields.get(field) ?? []).map(({ value }) => text(value));
  }

  /** Null where nothing is said, which in protobuf may mean 0. */
  whole(field: number): number | null {
    return this.#fields.get(field)?.at(-1)?.whole ?? null;
  }

  inner(field: number): Message | null {
    const found = this.#fields.get(field)?.at(-1);
    return found ? new Message(found.value) : null;
  }

  items(field: number): Item[] {
    return (this.#fields.get(field) ?? []).map(({ value }) => itemOf(value));
  }

  /** A moment, seconds and nanoseconds, as ms since the epoch. */
  moment(field: number): number | null {
    const moment = this.inner(field);
    const seconds = moment?.whole(1) ?? null;
    return seconds === null ? null : seconds * 1000 + Math.floor((moment?.whole(2) ?? 0) / 1e6);
  }
}

export function itemOf(bytes: Uint8Array): Item {
  const path: string[] = [];
  let json = "";
  for (const { field, value } of fieldsOf(bytes)) {
    if (field === 1 || field === 2) path.push(text(value));
    else if (field === 16) json = text(value);
  }
  return { path, json };
}

const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

/** The value of an item; a text where it is no JSON. */
export function valueOf({ json }: Item): unknown {
  if (NUMBER.test(json)) return Number(json);
  try {
    return parseForeign(json);
  } catch {
    return json;
  }
}

/** Levels of a path; the rest is one name. */
const MOST_LEVELS = 100;

/** A map by names. No object: a name from outside may be "__proto__", which would lead out of it. */
type Folder = Map<string, unknown>;

const folderOf = (value: unknown): Folder | null =>
  value instanceof Map ? (value as Folder) : isForeign(value) ? new Map(Object.entries(value)) : null;

const objectOf = (folder: Folder): Foreign =>
  Object.fromEntries(
    [...folder].map(([name, inner]) => [name, inner instanceof Map ? objectOf(inner as Folder) : inner]),
  );

/** A tree of the values of items, by their paths. */
export class Tree {
  readonly #root: Folder = new Map();

  /** The folder that holds the last name of a path, where it is there or is made. */
  #folder(path: readonly string[], isMade: boolean): Folder | null {
    let folder: Folder | null = this.#root;
    for (const name of path.slice(0, -1)) {
      const inner: Folder | null = folderOf(folder.get(name)) ?? (isMade ? new Map<string, unknown>() : null);
      if (inner === null) return null;
      folder.set(name, inner);
      folder = inner;
    }
    return folder;
  }

  put(item: Item): void {
    const { path } = item;
    const names =
      path.length > MOST_LEVELS ? [...path.slice(0, MOST_LEVELS), path.slice(MOST_LEVELS).join(".")] : path;
    const last = names.at(-1);
    if (last !== undefined) this.#folder(names, true)?.set(last, valueOf(item));
  }

  remove({ path }: Item): void {
    this.#folder(path, false)?.delete(path.at(-1) ?? "");
  }

  get object(): Foreign {
    return objectOf(this.#root);
  }
}
