import { MLFLOW_LIMITS } from "../../contracts/limits/adapters.ts";

/**
 * Filters and orders as MLflow's clients write them: conditions joined by AND, each of a key, a comparison and literals. What a
 * key stands for is the caller's. Reading takes time in proportion to the text.
 */

/** Where a key is looked up, and the key: "metrics", "loss". */
export interface SearchKey {
  place: "attributes" | "metrics" | "params" | "tags" | "datasets";
  key: string;
}

export type Found = string | number | null;

export interface Condition extends SearchKey {
  holds(found: Found): boolean;
}

export interface Order extends SearchKey {
  descending: boolean;
}

const PLACES: Readonly<Record<string, SearchKey["place"]>> = {
  attribute: "attributes",
  attributes: "attributes",
  attr: "attributes",
  run: "attributes",
  metric: "metrics",
  metrics: "metrics",
  param: "params",
  params: "params",
  parameter: "params",
  parameters: "params",
  tag: "tags",
  tags: "tags",
  dataset: "datasets",
  datasets: "datasets",
};

/** Other words for attributes. */
const ALIASES: Readonly<Record<string, string>> = {
  created: "start_time",
  Created: "start_time",
  "run name": "run_name",
  "Run name": "run_name",
  "Run Name": "run_name",
};

/** Characters of a filter and of a pattern in it, and keys of an order: every run is held against each. */
const LONGEST_FILTER = MLFLOW_LIMITS.filter.most;
const [LONGEST_PATTERN, MOST_ORDERS] = [200, 20];

interface Token {
  kind: "word" | "quoted" | "text" | "number" | "sign";
  text: string;
}

const TOKEN =
  /\s*(?:`([^`]*)`|'([^']*)'|"([^"]*)"|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(<=|>=|!=|<>|[=<>(),])|(\.)|([^\s`'"=<>!(),.]+))/y;

/** The tokens of a text; null where something is none. A double-quoted word is a key after a dot and a literal elsewhere. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const found = TOKEN.exec(source);
    if (!found) return null;
    const [, ticked, single, double, number, sign, dot, word] = found;
    if (ticked !== undefined) tokens.push({ kind: "quoted", text: ticked });
    else if (single !== undefined) tokens.push({ kind: "text", text: single });
    else if (double !== undefined)
      tokens.push({ kind: tokens.at(-1)?.text === "." ? "quoted" : "text", text: double });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "sign", text: sign ?? dot });
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isDone(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The next token where it is of a kind, or is this word or sign. */
  take(kind: Token["kind"], text?: string): string | null {
    const token = this.#tokens.at(this.#at);
    if (token?.kind !== kind) return null;
    if (text !== undefined && token.text.toLowerCase() !== text) return null;
    this.#at += 1;
    return token.text;
  }

  words(...texts: readonly string[]): boolean {
    const before = this.#at;
    const isThere = texts.every((text) => this.take("word", text) !== null);
    if (!isThere) this.#at = before;
    return isThere;
  }

  key(): SearchKey | null {
    const first = this.take("word") ?? this.take("quoted");
    if (first === null) return null;
    const attribute = (key: string): SearchKey => ({ place: "attributes", key: ALIASES[key] ?? key });
    if (this.take("sign", ".") === null) return attribute(first);
    const quoted = this.take("quoted");
    const parts = quoted === null ? [this.#part()] : [quoted];
    if (quoted === null) while (this.take("sign", ".") !== null) parts.push(this.#part());
    if (!Object.hasOwn(PLACES, first) || parts.includes(null)) return null;
    const key = parts.join(".");
    return PLACES[first] === "attributes" ? attribute(key) : { place: PLACES[first], key };
  }

  #part = (): string | null => this.take("word") ?? this.take("number") ?? this.take("quoted");

  literal(): string | number | null {
    const number = this.take("number");
    return number === null ? this.take("text") : Number(number);
  }

  list(): (string | number)[] | null {
    if (this.take("sign", "(") === null) return null;
    const found: (string | number)[] = [];
    do {
      const one = this.literal();
      if (one === null) return null;
      found.push(one);
    } while (this.take("sign", ",") !== null);
    return this.take("sign", ")") === null ? null : found;
  }
}

/** Whether a text is as a pattern says: "%" is any text, "_" any character. */
export function isLike(text: string, pattern: string): boolean {
  let [i, p, anyAt, from] = [0, 0, -1, 0];
  while (i < text.length) {
    if (pattern[p] === "%") [anyAt, from, p] = [p, i, p + 1];
    else if (p < pattern.length && (pattern[p] === "_" || pattern[p] === text[i])) [i, p] = [i + 1, p + 1];
    else if (anyAt === -1) return false;
    else [from, i, p] = [from + 1, from + 1, anyAt + 1];
  }
  while (pattern[p] === "%") p += 1;
  return p === pattern.length;
}

const isSame = (found: Found, literal: string | number): boolean =>
  typeof literal === "number" ? Number(found) === literal : String(found) === literal;

const COMPARE: Readonly<Record<string, (found: number, literal: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** How a literal reads that is compared with what stands at a place. */
type AsKept = (place: SearchKey["place"], literal: string | number) => string | number;

/** What stands behind a key. As in MLflow no comparison holds of what a run does not have. */
function readComparison(
  reader: Reader,
  asKept: (literal: string | number) => string | number,
): Condition["holds"] | null {
  if (reader.words("is", "not", "null")) return (found) => found !== null;
  if (reader.words("is", "null")) return (found) => found === null;
  const isNot = reader.words("not");
  if (reader.words("in")) {
    const list = reader.list()?.map(asKept);
    return list === undefined
      ? null
      : (found) => found !== null && list.some((one) => isSame(found, one)) !== isNot;
  }
  if (isNot) return null;
  for (const [word, fold] of [
    ["like", (text: string) => text],
    ["ilike", (text: string) => text.toLowerCase()],
  ] as const)
    if (reader.words(word)) {
      const pattern = reader.take("text");
      return pattern === null || pattern.length > LONGEST_PATTERN
        ? null
        : (found) => found !== null && isLike(fold(String(found)), fold(pattern));
    }
  const sign = reader.take("sign");
  const literal = reader.literal();
  if (sign === null || literal === null) return null;
  const kept = asKept(literal);
  if (sign === "=") return (found) => found !== null && isSame(found, kept);
  if (sign === "!=" || sign === "<>") return (found) => found !== null && !isSame(found, kept);
  if (!Object.hasOwn(COMPARE, sign)) return null;
  const number = Number(literal);
  return (found) => found !== null && COMPARE[sign](Number(found), number);
}

/** The conditions of a filter, all of which have to hold; null where it cannot be read. */
export function readFilter(filter: string, asKept: AsKept = (_, literal) => literal): Condition[] | null {
  const tokens = filter.length > LONGEST_FILTER ? null : tokensOf(filter);
  if (tokens === null) return null;
  const reader = new Reader(tokens);
  const conditions: Condition[] = [];
  while (!reader.isDone) {
    if (conditions.length > 0 && !reader.words("and")) return null;
    const key = reader.key();
    const holds = key && readComparison(reader, (literal) => asKept(key.place, literal));
    if (!key || !holds) return null;
    conditions.push({ ...key, holds });
  }
  return conditions;
}

/** "metrics.loss DESC" and its kin; null where one cannot be read. */
export function readOrders(orders: readonly string[]): Order[] | null {
  if (orders.length > MOST_ORDERS || orders.some((text) => text.length > LONGEST_FILTER)) return null;
  const read = orders.map((text): Order | null => {
    const tokens = tokensOf(text);
    const reader = new Reader(tokens ?? []);
    const key = reader.key();
    const descending = reader.words("desc");
    if (!descending) reader.words("asc");
    return key && reader.isDone ? { ...key, descending } : null;
  });
  return read.includes(null) ? null : (read as Order[]);
}

/** Smaller first; what is not there stands last, NaN just before it, whatever the direction. */
export function inOrder(a: Found, b: Found, descending: boolean): number {
  const rank = (found: Found): number => (found === null ? 2 : Number.isNaN(found) ? 1 : 0);
  if (rank(a) !== rank(b) || rank(a) > 0) return rank(a) - rank(b);
  const [x, y] = typeof a === "number" && typeof b === "number" ? [a, b] : [String(a), String(b)];
  return (x < y ? -1 : x > y ? 1 : 0) * (descending ? -1 : 1);
}
