import type { QueryKind } from "./report-blocks.ts";

/**
 * How queries stand in the text of a report: what the parser of the server and the editor both read by, and what writes them.
 * Where a query may stand (not in code, not in a formula) is decided by the parser alone.
 */

/** Characters an inline number may have; without a bound a text of nothing but openings would be read again from each. */
const LONGEST_NUMBER = 2000;

/** The word that makes a fence a block of a report, and the kind after it. */
export const BLOCK_INFO = /^ablab(?:\s+(\S+))?\s*$/;

/** Index of the `}}` that ends an inline number; one inside double quotes does not count. -1 where there is none. */
function endOfNumber(src: string, from: number, max: number): number {
  let quoted = false;
  for (let i = from; i < max; i++) {
    const c = src[i];
    if (quoted && c === "\\") i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === "}" && src[i + 1] === "}") return i;
  }
  return -1;
}

/** The query in braces that starts at a place and ends before `max`; null where none does. `end` is behind its braces. */
export function inlineQueryAt(
  src: string,
  from: number,
  max: number,
): { kind: string; content: string; end: number } | null {
  if (!src.startsWith("{{", from)) return null;
  const kind = /^\{\{\s*([a-z][a-z-]*)(?=[\s}])/.exec(src.slice(from, from + 60));
  if (!kind) return null;
  const start = from + kind[0].length;
  const end = endOfNumber(src, start, Math.min(max, start + LONGEST_NUMBER));
  return end < 0 ? null : { kind: kind[1], content: src.slice(start, end), end: end + 2 };
}

/** What two places that ask the same have in common: the kind and the words, without what a list or a quote puts before lines. */
export const queryKey = (kind: string, content: string): string =>
  `${kind} ${content
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()}`;

/** A query as it stands in a text: from its first character to behind its last. */
export interface WrittenQuery {
  from: number;
  to: number;
  place: "inline" | "block";
  kind: string;
  key: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\n]*)$/;

/** The queries inside the paragraphs of a stretch that has no fence; code between backticks holds none. */
function findInline(text: string, from: number, to: number, found: WrittenQuery[]): void {
  const blank = /\n[ \t]*(?=\n)/g;
  let [close, paragraph] = [text.indexOf("}}", from), from];
  for (let i = from; i < to && close >= 0 && close < to; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === "`") i = behindCode(text, i, to) - 1;
    else if (c === "{" && text[i + 1] === "{") {
      if (close <= i) close = text.indexOf("}}", i);
      if (paragraph <= i) {
        blank.lastIndex = i;
        paragraph = blank.exec(text)?.index ?? text.length;
      }
      const query =
        close < 0 || close - i > LONGEST_NUMBER ? null : inlineQueryAt(text, i, Math.min(to, paragraph));
      if (!query) continue;
      found.push({
        from: i,
        to: query.end,
        place: "inline",
        kind: query.kind,
        key: queryKey(query.kind, query.content),
      });
      i = query.end - 1;
    }
  }
}

/** Behind the code that starts at a backtick, on its line; behind the backticks where nothing closes them. */
function behindCode(text: string, at: number, to: number): number {
  let open = at;
  while (open < to && text[open] === "`") open++;
  const end = text.indexOf("\n", open);
  const line = text.slice(open, Math.min(to, end < 0 ? to : end));
  const close =
    open - at > 3 ? null : [/(?<!`)`(?!`)/, /(?<!`)``(?!`)/, /(?<!`)```(?!`)/][open - at - 1].exec(line);
  return close ? open + close.index + (open - at) : open;
}

/**
 * Every query of a text by its place, in reading order, in one pass. It may name one that stands where the parser reads none,
 * as in a formula; what the server answers tells. A fence that nothing closes is not one yet.
 */
export function findQueries(text: string): WrittenQuery[] {
  const found: WrittenQuery[] = [];
  let fence: { from: number; body: number; mark: string; kind: string | null } | null = null;
  let plain = 0;
  for (let at = 0; at <= text.length;) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 400));
    const match = FENCE.exec(line);
    if (fence && match && match[2].trim() === "" && match[1].startsWith(fence.mark)) {
      if (fence.kind !== null) {
        const key = queryKey(fence.kind, text.slice(fence.body, at));
        found.push({ from: fence.from, to: end, place: "block", kind: fence.kind, key });
      }
      fence = null;
      plain = end;
    } else if (!fence && match && !(match[1].startsWith("`") && match[2].includes("`"))) {
      findInline(text, plain, at, found);
      const info = BLOCK_INFO.exec(match[2].trim());
      const from = at + line.length - line.trimStart().length;
      fence = {
        from,
        body: Math.min(end + 1, text.length),
        mark: match[1],
        kind: info ? (info[1] ?? "") : null,
      };
    }
    at = end + 1;
  }
  if (!fence) findInline(text, plain, text.length, found);
  return found;
}

/** A value as it is read back, quoted where it must be. */
function writeValue(value: string): string {
  return /[;"\n\\{}]|^\s|\s$|^$/.test(value) ? `"${value.replace(/[\\"]/g, "\\$&")}"` : value;
}

/** The keys of a query, as far as they are not left out. */
type Written = { kind: QueryKind } & Readonly<Record<string, string | readonly string[] | undefined>>;

/** The words of a query as its author would type them; `separator` is "; " in a line and "\n" in a block. */
export function writeQuery(query: Written, separator: string): string {
  return Object.entries(query)
    .flatMap(([key, value]) => (key === "kind" || value === undefined ? [] : [[key, value] as const]))
    .map(([key, value]) => `${key}: ${typeof value === "string" ? writeValue(value) : value.join(", ")}`)
    .join(separator);
}

/** An inline number, ready for a sentence. */
export const inlineNumber = (query: Written): string => `{{${query.kind} ${writeQuery(query, "; ")}}}`;

/** A block, ready between two paragraphs. */
export const blockOf = (query: Written): string =>
  `\`\`\`ablab ${query.kind}\n${writeQuery(query, "\n")}\n\`\`\``;
