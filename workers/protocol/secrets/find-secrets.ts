import { findStored } from "./own-tokens.ts";
import { findInCommands } from "./secret-commands.ts";
import { findForms, longPieces, type Span } from "./secret-forms.ts";
import { MENTIONS, strengthOf } from "./secret-names.ts";
import { isPlaceholder, isRandom, isSecretValue } from "./secret-values.ts";

const EVERY_MENTION = new RegExp(MENTIONS.source.replace("|pat$", ""), "gi");
const ADDRESS = /:\/\/([^\s/@:"'\\]{0,200})(?::([^\s/@"'\\]{1,500}))?@/g;
const SIGNATURES =
  /[?&](?:sig|signature|x-amz-signature|x-amz-credential|x-goog-signature|code)=([^&\s"'<>]{8,})/gi;
const SCHEME = /\b(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})/gi;

const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46;

const LONGEST_NAME = 120;

/** What a terminal reads as a color, before and behind a name or a value. */
const ESCAPE = String.fromCharCode(27);
const COLORS = String.raw`(?:${ESCAPE}\[[\d;]{0,12}m){0,3}`;
/** The end of one before the first letter of a name. */
const COLOR_BEFORE = new RegExp(String.raw`${ESCAPE}\[(?:\d{1,3};){0,4}(\d{0,3}m)[\w.-]{0,400}$`);

interface Said {
  name: string;
  from: number;
  to: number;
}

/** The name around a place that mentions a secret, from `least` on. */
function nameAround(text: string, index: number, least: number): Said {
  let from = index;
  while (from > least && index - from < LONGEST_NAME && isNameCode(text.charCodeAt(from - 1))) from -= 1;
  let to = index;
  while (to < text.length && to - index < LONGEST_NAME && isNameCode(text.charCodeAt(to))) to += 1;
  const colored = COLOR_BEFORE.exec(text.slice(Math.max(least, from - 12), to))?.[1].length ?? 0;
  return { name: text.slice(from + colored, to).replace(/^[-.]{1,9}|[-.]{1,9}$/g, ""), from, to };
}

/** A bare `key` says what it opens by the table that it stands in: `"wandb": {"key": ...}`, `wandb(key=...)`. */
function wholeName(text: string, { name, from }: Said): string {
  if (!/^(?:key|token)$/i.test(name)) return name;
  const before = text.slice(Math.max(0, from - 120), from);
  const opened = Math.max(before.lastIndexOf("{"), before.lastIndexOf("("));
  if (opened < 0 || /[})]/.test(before.slice(opened))) return inYaml(name, before);
  const [, table] =
    /([A-Za-z_.-]+)\\{0,3}["']?\s?[:=]?\s?$/.exec(before.slice(Math.max(0, opened - 40), opened)) ?? [];
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

/** What may stand between a name and its value: `=`, `: `, `": "`, `", "` behind an option; never a line break but in quotes. */
const BETWEEN = new RegExp(
  [
    /(\\{0,3}["'`]?\]?)/.source,
    COLORS,
    /(?:[ \t]{0,60}(?=[|│┃])|[ \t]{0,20})(=>|->|→|:=|[=:,|│┃]|[ \t])/.source,
    COLORS,
    /(?:(?<=,)\s{0,80}|[ \t]{0,20})/.source,
    // A text in YAML that begins below its name.
    /(?:(?<=:[ \t]{0,20})[|>][-+]?[ \t]{0,5}\r?\n[ \t]{1,60})?/.source,
    COLORS,
    /(\[?\\{0,3}["'`])?/.source,
  ].join(""),
  "y",
);
/** The same where a client wraps each value: `key: {"desc": null, "value": "..."}`, or `value:` on a line of its own. */
const WRAPPED =
  /\\{0,3}["']?[ \t]{0,20}:\s{0,60}\{?\s{0,60}(?:\\{0,3}["']?desc\\{0,3}["']?[ \t]{0,20}:[ \t]{0,20}(?:null|None)\s{0,20},?\s{0,60})?\\{0,3}["']?value\\{0,3}["']?[ \t]{0,20}:[ \t]{0,20}(\\{0,3}["'])?/y;
/** The value beside the name of it: `{"name": "WANDB_API_KEY", "value": "..."}`, `<input name="password" value="...">`. */
const NAMED_APART =
  /\\{0,3}["']?\s{0,10}(?:,\s{0,60}|\s)(?:-[ \t])?\\{0,3}["']?value\\{0,3}["']?[ \t]{0,20}[:=][ \t]{0,20}(\\{0,3}["'])?/y;
/** Behind an option that is an item of a YAML list. */
const NEXT_ITEM = /["']?\r?\n[ \t]{0,60}-[ \t]{1,4}(?!-)(["'])?/y;
const BARE = new RegExp(String.raw`[^\s"'` + "`" + String.raw`,;&)}\]<>\\${ESCAPE}]+`, "y");
const IN_TAG = /[^<\n\r]+/y;
const IN_QUOTES: Readonly<Record<string, RegExp>> = {
  '"': /[^"\n\r\\]+/y,
  "'": /[^'\n\r\\]+/y,
  "`": /[^`\n\r\\]+/y,
};
const COOKIES = /[^\n\r"'\\]+/y;
/** So much of a value says whether it is a secret; of one that is, all is taken. */
const LOOKED_AT = 512;

/** Where what fits a pattern ends, looking at no more than `most` characters. */
function endOf(pattern: RegExp, text: string, at: number, most: number): number {
  pattern.lastIndex = 0;
  return at + (pattern.exec(text.slice(at, at + most))?.[0].length ?? 0);
}

interface Value {
  from: number;
  to: number;
  alphabet: RegExp;
  /** What stands between them joins other things too: only a value that looks like a key is one. */
  isLoose?: boolean;
}

/** Whether a name begins its line, as in YAML, in a header or in a file of variables: then what follows a colon is its value. */
function beginsLine(text: string, from: number): boolean {
  let at = from;
  while (at > 0 && from - at < 60 && " \t-".includes(text[at - 1])) at -= 1;
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}

/** `setdefault("HF_TOKEN", "...")`: only a variable and its value stand so beside each other. */
const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

/** The value that a text gives to a name, as `name=value`, `"name": "value"`, `--name value` or a header. */
function valueOf(text: string, { name, from, to }: Said): Value | null {
  for (const apart of text.startsWith("--", from) ? [NEXT_ITEM] : [WRAPPED, NAMED_APART]) {
    apart.lastIndex = to;
    const [found, before] = apart.exec(text) ?? [];
    if (found === undefined) continue;
    const alphabet = before === undefined ? BARE : IN_QUOTES[before.slice(-1)];
    const start = to + found.length;
    return { from: start, to: endOf(alphabet, text, start, LOOKED_AT), alphabet };
  }
  if (text[from - 1] === "<" && text[to] === ">")
    return { from: to + 1, to: endOf(IN_TAG, text, to + 1, LOOKED_AT), alphabet: IN_TAG };
  BETWEEN.lastIndex = to;
  const between = BETWEEN.exec(text);
  // What stands behind the name of a user in an address is found there.
  if (between === null || text.startsWith("://", from - 3)) return null;
  const [all, closing, separator, opening] = between;
  const isOption = text.startsWith("--", from) || (text[from] === "-" && text[from - 1] !== "-" && from > 0);
  const isBlank = separator === " " || separator === "\t";
  const isPair =
    separator === "," && opening !== undefined && (isVariable(name) || text.startsWith("--", from));
  const isLoose =
    (isBlank && isVariable(name)) ||
    (separator === "," && !isPair && opening !== undefined && closing !== "") ||
    /^(?:->|[→|│┃])$/.test(separator);
  if (!isLoose && ((isBlank && !text.startsWith("--", from)) || (separator === "," && !isPair))) return null;
  const start = to + all.length;
  if (/^(?:set-)?cookie$/i.test(name))
    return { from: start, to: endOf(COOKIES, text, start, LOOKED_AT), alphabet: COOKIES };
  const value = endOf(SCHEMES, text, start, 20);
  const quote = opening?.at(-1);
  const alphabet = quote === undefined || value > start ? BARE : IN_QUOTES[quote];
  const end = endOf(alphabet, text, value, LOOKED_AT);
  const isProse =
    separator === ":" && quote === undefined && closing === "" && !isOption && !beginsLine(text, from);
  if (isProse && value === start)
    if (/^[A-Za-z.-]*$/.test(text.slice(value, end)) || strengthOf(name) !== "always") return null;
  return { from: value, to: end, alphabet, isLoose };
}

const SCHEMES = /(?:bearer|basic|token|digest|negotiate)[ \t]+/iy;
/** A call or a member of a program, as `key=lambda`, `token = tokenizer.encode(x)`, `api_key=os.environ[...]`, is no value. */
const CODE = /^[A-Za-z_][\w.]*[([]|^(?:[A-Za-z_][A-Za-z_0-9]*\.)+[A-Za-z_]\w*$/;

/** Where a recipe, a template or a format puts a value: `--hf_token={hf_token}`. */
const SLOT = /\{{1,2}[ ]?[A-Za-z_][\w.]{0,100}[ ]?\}{1,2}(?![A-Za-z0-9])/y;

function findNamed(text: string): Span[] {
  const found: Span[] = [];
  let reached = 0;
  for (const { index } of text.matchAll(EVERY_MENTION)) {
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
    if (CODE.test(start) || !isSecretValue(value.isLoose ? "key" : said.name, start)) continue;
    reached = endOf(value.alphabet, text, value.from, text.length);
    found.push([value.from, reached]);
  }
  return found;
}

/** `user:password@` of an address, what signs one, and credentials behind "Bearer". */
function findInAddresses(text: string): Span[] {
  const found: Span[] = [];
  if (text.includes("://") && text.includes("@"))
    for (const match of text.matchAll(ADDRESS)) {
      const [all, user, password] = match;
      const secret = password ?? user;
      const to = match.index + all.length - 1;
      if (!isPlaceholder(secret) && (password !== undefined || isSecretValue("key", user)))
        found.push([to - secret.length, to]);
    }
  if (text.includes("="))
    for (const match of text.matchAll(SIGNATURES))
      found.push([match.index + match[0].length - match[1].length, match.index + match[0].length]);
  for (const match of text.matchAll(SCHEME)) {
    const isHeader = /^bearer/i.test(match[0]) ? /\d/.test(match[1]) || match[1].length >= 20 : false;
    if (isHeader || isRandom(match[1]) || isSecretValue("key", match[1]))
      found.push([match.index + match[0].length - match[1].length, match.index + match[0].length]);
  }
  return found;
}

/** What stands before the digest of some content. */
const DIGEST =
  /(?:sha\d{1,3}|md5|digest|checksum|etag|integrity|base64)["']?\s?[-:=,]\s?["']?(?:[a-z0-9]+-)?$/i;

const SHORTEST_PIECE = 30;

/** Long random texts that are no hash of content, no id, no path and no packed data. */
function findRandom(text: string): Span[] {
  const found: Span[] = [];
  for (const [at, to] of longPieces(text, SHORTEST_PIECE)) {
    if (to - at > 300 || DIGEST.test(text.slice(Math.max(0, at - 40), at))) continue;
    let from = at;
    for (const piece of text.slice(at, to).split(/[/=]/)) {
      if (isRandom(piece) && !DIGEST.test(text.slice(at, from).slice(-40)))
        found.push([from, from + piece.length]);
      from += piece.length + 1;
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

/**
 * Where secrets stand in a text. `forms`: only what is one by its form, for texts that are data, as completions and reports.
 * Linear in the length of the text.
 */
export function findSecrets(text: string, only: "all" | "forms" = "all"): Span[] {
  if (text.length < 4) return [];
  const forms = [...findForms(text), ...findStored(text)];
  if (only === "forms") return united(text, forms);
  return united(text, [
    ...forms,
    ...findNamed(text),
    ...findInAddresses(text),
    ...findInCommands(text),
    ...findRandom(text),
  ]);
}
