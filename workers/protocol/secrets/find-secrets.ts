import { findStored } from "./own-tokens.ts";
import { findRandom } from "./random-pieces.ts";
import { matchesAt, type FirstLook } from "./cues.ts";
import { firstLook } from "./first-look.ts";
import { findInAddresses } from "./secret-addresses.ts";
import { findInCommands } from "./secret-commands.ts";
import { CODE, endOf, ESCAPE, furtherItems, SLOT, valueOf, type Said, type Value } from "./named-values.ts";
import { findInColumns } from "./secret-columns.ts";
import { findForms, longPieces, type Span } from "./secret-forms.ts";
import { IN_TEXTS, strengthOf } from "./secret-names.ts";
import { isSecretPair } from "./secret-pairs.ts";
import { isSecretValue } from "./secret-values.ts";

const MENTION = new RegExp(IN_TEXTS.source, "iy");
const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46;

const LONGEST_NAME = 120;

/** The end of one before the first letter of a name. */
const COLOR_BEFORE = new RegExp(String.raw`${ESCAPE}\[(?:\d{1,3};){0,4}(\d{0,3}m)[\w.-]{0,400}$`);

/** The name around a place that mentions a secret, from `least` on. */
function nameAround(text: string, index: number, least: number): Said {
  let from = index;
  while (from > least && index - from < LONGEST_NAME && isNameCode(text.charCodeAt(from - 1))) from -= 1;
  let to = index;
  while (to < text.length && to - index < LONGEST_NAME && isNameCode(text.charCodeAt(to))) to += 1;
  // `%26api_key`: what stands for "&" in an address.
  if (text[from - 1] === "%" && from + 2 < index) from += 2;
  const mayBeColored = "[;".includes(text[from - 1]) || index - from >= LONGEST_NAME;
  const colored = mayBeColored
    ? (COLOR_BEFORE.exec(text.slice(Math.max(least, from - 12), to))?.[1].length ?? 0)
    : 0;
  return { name: text.slice(from + colored, to).replace(/^[-.]{1,9}|[-.]{1,9}$/g, ""), from, to };
}

/** A bare `key` says what it opens by the table that it stands in: `"wandb": {"key": ...}`, `wandb(key=...)`; `--token` opens something by itself. */
function wholeName(text: string, { name, from }: Said): string {
  if (name.toLowerCase() === "token" && text.startsWith("--", from)) return `auth.${name}`;
  if (!/^(?:key|token)$/i.test(name)) return name;
  const before = text.slice(Math.max(0, from - 120), from);
  const opened = Math.max(before.lastIndexOf("{"), before.lastIndexOf("("));
  if (opened < 0 || /[})]/.test(before.slice(opened))) return inYaml(name, before);
  const [, table] =
    /([A-Za-z_.-]+)\\{0,3}["']?[ \t]?[:=]?[ \t]?$/.exec(before.slice(Math.max(0, opened - 40), opened)) ?? [];
  return table === undefined ? name : `${table}.${name}`;
}

/** A name that begins its line, behind the name that stands above it with less in front. */
function inYaml(name: string, before: string): string {
  const lines = before.split("\n");
  const own = lines.pop() ?? "";
  if (lines.length === 0 || own.trim() !== "") return name;
  for (const line of lines.toReversed()) {
    const [, indent, table] = /^([ \t]*)(?:- )?([\w.-]+):\s*$/.exec(line) ?? [];
    if (table !== undefined && indent.length < own.length && table !== "value") return `${table}.${name}`;
  }
  return name;
}

function isSecretHere(name: string, value: string, loose: Value["loose"]): boolean {
  if (loose === undefined) return isSecretValue(name, value);
  if (loose === "alone" || loose === "among") return isSecretPair(name, value, loose === "among");
  if (loose === "variable") return isSecretValue(strengthOf(name) === "opaque" ? "api_key" : name, value);
  return isSecretValue("key", value) || (loose === "cell" && /\d/.test(value) && isSecretValue(name, value));
}

function findNamed(text: string, look: FirstLook): Span[] {
  const found: Span[] = [];
  let reached = 0;
  for (const { index } of matchesAt(MENTION, text, look.places("mention"))) {
    if (index < reached) continue;
    const at = nameAround(text, index, reached);
    reached = at.to;
    if (strengthOf(at.name) === "never") continue;
    const said = { ...at, name: wholeName(text, at) };
    const value = valueOf(text, said);
    if (value === null) continue;
    SLOT.lastIndex = value.from;
    if (SLOT.test(text)) continue;
    const start = text.slice(value.from, value.to);
    if (CODE.test(start) || !isSecretHere(said.name, start, value.loose)) continue;
    reached = endOf(value.alphabet, text, value.from, text.length);
    found.push([value.from, reached]);
    for (const item of furtherItems(text, said.name, value)) {
      found.push(item);
      [, reached] = item;
    }
  }
  return found;
}

/** Spans in order, overlapping ones as one, without those that are masked. */
function united(text: string, spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) all.push([from, to]);
  }
  return all.filter(([from, to]) => !/^\*+$/.test(text.slice(from, to)));
}

/** By what a text is looked through. */
export type Looked = "all" | "forms" | "names" | "table";

/** Of what may be a token, or random, wherever it stands. */
const SHORTEST_PIECE = 26;

/**
 * Where secrets stand in a text. `forms`: only what is one by the mark of its maker, for texts that are data, as completions and
 * reports; `names`: also what is long and random, for what names something; `table`: forms, and what stands in columns that the
 * first line calls secrets.
 * Linear in the length of the text.
 */
export function findSecrets(text: string, only: Looked = "all"): Span[] {
  if (text.length < 4) return [];
  const look = firstLook(text, only === "all");
  const pieces = longPieces(text, SHORTEST_PIECE);
  const found = [...findForms(text, look), ...findStored(text, pieces)];
  if (only === "table") found.push(...findInColumns(text, [0], true));
  if (only === "all")
    found.push(
      ...findInColumns(text, look.places("mention")),
      ...findNamed(text, look),
      ...findInAddresses(text, look),
      ...findInCommands(text, look),
    );
  if (only === "all" || only === "names") found.push(...findRandom(text, pieces));
  return found.length === 0 ? found : united(text, found);
}
