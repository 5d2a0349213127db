import { orBytes, type Span } from "./secret-forms.ts";
import { strengthOf } from "./secret-names.ts";
import { pairIn } from "./secret-pairs.ts";
import { isSecretValue } from "./secret-values.ts";
import { quotedBeyond, scalarBelow } from "./yaml-scalars.ts";

/** A name in a text. */
export interface Said {
  name: string;
  from: number;
  to: number;
}

/** What a terminal reads as a color, before and behind a name or a value. */
export const ESCAPE = String.fromCharCode(27);
const COLORS = String.raw`(?:${ESCAPE}\[[\d;]{0,12}m){0,3}`;

const BAR = `(?:[|]|${["│", "┃", "║"].map(orBytes).join("|")})`;
const ARROW = orBytes("→");
const IS_BAR = new RegExp(`^${BAR}$`);
const IS_ARROW = new RegExp(`^(?:->|${ARROW})$`);

/** What may stand between a name and its value: `=`, `: `, `": "`, `", "` behind an option; never a line break but in quotes. */
const BETWEEN = new RegExp(
  [
    /(\\{0,3}["'`]?\]?|&quot;|%22|\\{1,3}u0022)/.source,
    COLORS,
    // A type, as in `hf_token: str = "..."`.
    /(?::[ \t]?(?:str|bytes|SecretStr|Optional\[str\]|str[ ]?\|[ ]?None)(?=[ \t]?=))?/.source,
    `(?:[ \\t]{0,60}(?=${BAR})|[ \\t]{0,20})(=>|->|${ARROW}|:=|%3[AD]|[=:,]|${BAR}|[ \\t])`,
    COLORS,
    /(?:(?<=,)\s{0,80}|[ \t]{0,20})/.source,
    // A text in YAML that begins below its name.
    /(?:(?<=:[ \t]{0,20})(?:[|>][-+]?[ \t]{0,5}\r?\n[ \t]{1,60}|\r?\n[ \t]{0,60}-[ \t]{1,4}(?!-)|(?:![\w!:./-]{1,60}|&\w{1,60})[ \t]{1,9}))?/
      .source,
    COLORS,
    // Texts of Python that are wrapped, and lists.
    /(?:(?:pydantic\.)?Secret(?:Str|Bytes)?\(|[bfru]{1,2}(?=["']))?/.source,
    /(\[?\\{0,3}(?:"""|'''|["'`])|\[(?!["'\s])|&quot;|%22|\\{1,3}u0022)?/.source,
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
/** Behind one that is an item of a list. */
const NEXT_IN_LIST = /\\{0,3}["']?\s{0,20},\s{0,20}\\{0,3}["']?/y;
const BARE = new RegExp(String.raw`[^\s"'` + "`" + String.raw`,;&)}\]<>\\${ESCAPE}]+`, "y");
const NEXT_CELL = /<\/t[dh]>\s{0,20}<t[dh][^<>]{0,80}>\s{0,20}/iy;
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
export function endOf(pattern: RegExp, text: string, at: number, most: number): number {
  pattern.lastIndex = 0;
  return at + (pattern.exec(text.slice(at, at + most))?.[0].length ?? 0);
}

export interface Value {
  from: number;
  to: number;
  alphabet: RegExp;
  /**
   * What stands between them joins other things too: only a value that looks like a key is one, in a table also one with a digit. In
   * a list of two the other one says more. `variable`: what is set in an environment under such a name is a secret, whatever it is.
   */
  loose?: "key" | "cell" | "alone" | "among" | "variable";
}

/** Whether a name begins its line, as in YAML, in a header or in a file of variables: then what follows a colon is its value. */
function beginsLine(text: string, from: number): boolean {
  let at = from;
  while (at > 0 && from - at < 60 && " \t-".includes(text[at - 1])) at -= 1;
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}

/** What is set by the words before it: `setenv HF_TOKEN ...`, `ENV HF_TOKEN ...`, `declare -x HF_TOKEN=...`, also as a shell traces it. */
const SETS =
  /(?:^|[\n;&|(]\s{0,9})(?:\+{1,9}(?:\([^)\n]{0,60}\):?)?[ \t])?(?:setenv|ENV|ARG|env|export|set|setx|declare|typeset|readonly|local)(?:[ \t]{1,9}-{1,2}\w{1,20}){0,3}[ \t]{1,9}["']?$|\$env:$/;

/** A header whose value is more than a word: `Digest username="..."`, `AWS4-HMAC-SHA256 Credential=...`. */
const WHOLE_HEADER = /(?:digest|oauth|hawk|signature|aws4-hmac-sha256|goog4-[a-z0-9-]{1,30})[ \t]+(?=\w)/iy;

/** A variable that holds a key of something, by its last word. */
const IS_KEY = /^[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN)S?\d*$/;
/** `setdefault("HF_TOKEN", "...")`: only a variable and its value stand so beside each other. */
const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

/** The value that a text gives to a name, as `name=value`, `"name": "value"`, `--name value` or a header. */
export function valueOf(text: string, { name, from, to }: Said): Value | null {
  const below = scalarBelow(text, from, to);
  if (below !== null && beginsLine(text, from)) {
    const { from: start, lines } = below;
    return { from: start, to: endOf(LINE, text, start, LOOKED_AT), alphabet: lines };
  }
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
  NEXT_CELL.lastIndex = to;
  const cell = NEXT_CELL.exec(text);
  if (cell !== null) {
    const start = to + cell[0].length;
    return { from: start, to: endOf(IN_TAG, text, start, LOOKED_AT), alphabet: IN_TAG, loose: "cell" };
  }
  BETWEEN.lastIndex = to;
  const between = BETWEEN.exec(text);
  // What stands behind the name of a user in an address is found there.
  if (between === null || text.startsWith("://", from - 3)) return null;
  const [all, closing, separator, opening] = between;
  const isOption = text.startsWith("--", from) || (text[from] === "-" && text[from - 1] !== "-" && from > 0);
  const isBlank = separator === " " || separator === "\t";
  const isPair =
    separator === "," && opening !== undefined && (isVariable(name) || text.startsWith("--", from));
  const start = to + all.length;
  const loose = looseness(
    text,
    { name, from, to },
    { separator, isPair, isQuoted: opening !== undefined && closing !== "" },
    start,
  );
  const isSetHere = isVariable(name) && SETS.test(text.slice(Math.max(0, from - 90), from));
  const isSet = isBlank && isSetHere;
  if (
    loose === null &&
    !isSet &&
    ((isBlank && !text.startsWith("--", from)) || (separator === "," && !isPair))
  )
    return null;
  if (/^(?:set-)?cookie$/i.test(name))
    return { from: start, to: endOf(COOKIES, text, start, LOOKED_AT), alphabet: COOKIES };
  if (opening === undefined && /authorization$/i.test(name) && endOf(WHOLE_HEADER, text, start, 60) > start)
    return { from: start, to: endOf(LINE, text, start, LOOKED_AT), alphabet: LINE };
  const value = endOf(SCHEMES, text, start, 40);
  const quote = opening?.at(-1);
  const alphabet = quote === undefined || value > start ? BARE : (IN_QUOTES[quote] ?? BARE);
  const end = endOf(alphabet, text, value, LOOKED_AT);
  const isProse =
    separator === ":" && quote === undefined && closing === "" && !isOption && !beginsLine(text, from);
  if (isProse && value === start)
    if (/^[A-Za-z.-]*$/.test(text.slice(value, end)) || strengthOf(name) !== "always") return null;
  if (separator === "," && loose === "key") {
    const pair = pairIn(text, from, end);
    if (pair !== null) return { from: value, to: end, alphabet, loose: pair };
  }
  const goesOn = quote !== undefined && separator === ":" && beginsLine(text, from);
  const lines = goesOn ? quotedBeyond(text, from, end, quote) : null;
  if (isSetHere || (all === "=" && IS_KEY.test(name)))
    return { from: value, to: end, alphabet, loose: "variable" };
  return { from: value, to: end, alphabet: lines ?? alphabet, ...(loose !== null && !isSet && { loose }) };
}

interface Joined {
  separator: string;
  isPair: boolean;
  isQuoted: boolean;
}

/** How loosely a name and what follows it belong together; null where it is said, or where they do not at all. */
function looseness(
  text: string,
  { name, from, to }: Said,
  { separator, isPair, isQuoted }: Joined,
  start: number,
): Value["loose"] | null {
  if (IS_BAR.test(separator)) return "cell";
  if (IS_ARROW.test(separator)) return "key";
  if (separator === ",") {
    if (!isPair && isQuoted) return "key";
    return !isQuoted && beginsLine(text, from) && ONE_CELL.test(text.slice(start, start + LOOKED_AT))
      ? "cell"
      : null;
  }
  if (separator !== " " && separator !== "\t") return null;
  if (isVariable(name)) return "key";
  const isColumn = /^(?:\t|[ ]{2})/.test(text.slice(to, start)) && beginsLine(text, from);
  return isColumn ? "cell" : null;
}

/** The rest of a line that is one value and no sentence. */
const ONE_CELL = /^[^\s,;|"']+[ \t]*(?:[\r\n]|$)/;
const LINE = /[^\n\r]+/y;
const SCHEMES = /(?:bearer|basic|token|digest|negotiate|api-?key)[ \t]+/iy;
/** A call or a member of a program, as `key=lambda`, `token = tokenizer.encode(x)`, `api_key=os.environ[...]`, is no value. */
export const CODE = /^[A-Za-z_][\w.]*[([]|^(?:[A-Za-z_][A-Za-z_0-9]*\.)+[A-Za-z_]\w*$/;

/** Where a recipe, a template or a format puts a value: `--hf_token={hf_token}`. */
export const SLOT = /\{{1,2}[ ]?[A-Za-z_][\w.]{0,100}[ ]?\}{1,2}(?![A-Za-z0-9])/y;

/** The items behind the first one of a list: `["...", "..."]`, or lines of YAML that begin with `-`. */
export function* furtherItems(text: string, name: string, { from, to, alphabet }: Value): Generator<Span> {
  const before = text.slice(Math.max(0, from - 64), from);
  const next = /\[\\{0,3}["']?$/.test(before)
    ? NEXT_IN_LIST
    : /\n[ \t]{0,60}-[ \t]{1,4}["']?$/.test(before)
      ? NEXT_ITEM
      : null;
  if (next === null) return;
  for (let at = endOf(alphabet, text, from, text.length); at >= to;) {
    next.lastIndex = at;
    const [found] = next.exec(text) ?? [];
    if (found === undefined) return;
    const start = at + found.length;
    at = endOf(alphabet, text, start, text.length);
    if (at === start) return;
    if (isSecretValue(name, text.slice(start, Math.min(at, start + LOOKED_AT)))) yield [start, at];
  }
}
