/** A text in what is about to be sent, and where it stands in words of its author. */
export interface SentText {
  place: string;
  text: string;
  /** Several texts that a reader sees as one; a form that only arises by joining them is none. */
  isJoined?: boolean;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A text of HTML as a browser shows it. */
const decoded = (html: string): string =>
  html.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
    (all, hex?: string, number?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const code = hex === undefined ? Number(number) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );

/** Elements that only dress words, so that a word may begin in one and end in another. */
const DRESS = new Set("a em strong b s del code sub sup tspan span small i mi mn mo mtext".split(" "));
const VOID = new Set(["br", "hr", "col", "meta", "link"]);
/** Attributes whose values are ours or numbers, whatever a report holds. */
const OURS =
  /^(?:class|d|id|xmlns|viewbox|x|y|x1|x2|y1|y2|cx|cy|r|width|height|transform|points|role|type|tabindex|scope|popover|popovertarget|aria-describedby|aria-hidden|data-kind|data-source|data-level|data-severity|lang)$/;
const TOKEN = /<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi;
const ATTRIBUTE = /([a-zA-Z][\w:-]*)="([^"]*)"/g;

/** Where a reader of the HTML is: the block of the report, and inside it the row and cell of a table. */
interface Position {
  depth: number;
  article: number | null;
  block: number;
  row: number;
  cell: number;
  inside: string[];
}

function placeOf({ article, block, row, cell, inside }: Position): string {
  if (inside.includes("title") || inside.includes("h1")) return "the title";
  if (article === null) return "the head or foot of the page";
  const head = block === 0 ? "the line below the title" : `block ${block}`;
  if (inside.includes("table") && row > 0) return `${head}, table row ${row}, cell ${cell}`;
  return inside.includes("svg") ? `${head}, chart` : head;
}

/**
 * Every text and attribute of a page as it is sent, style and script aside, which hold nothing of a run. `ours` are the
 * elements at the head of the article that are no block of the report.
 */
export function* textsOfPage(html: string): Generator<SentText> {
  const page = html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  const at: Position = { depth: 0, article: null, block: -1, row: 0, cell: 0, inside: [] };
  let joined: string[] = [];
  let place = "";
  const flush = function* (): Generator<SentText> {
    if (joined.length > 1) yield { place, text: joined.join(""), isJoined: true };
    joined = [];
  };
  for (const [, closing, tag = "", attributes = "", text] of page.matchAll(TOKEN)) {
    if (text !== undefined) {
      place = placeOf(at);
      const shown = decoded(text);
      joined.push(shown);
      yield { place, text: shown };
      continue;
    }
    const name = tag.toLowerCase();
    if (!DRESS.has(name)) yield* flush();
    if (closing) {
      at.depth -= 1;
      at.inside.pop();
      if (name === "article") at.article = null;
      continue;
    }
    if (at.article !== null && at.depth === at.article + 1 && name !== "h1") at.block += 1;
    if (name === "article") at.article = at.depth;
    if (name === "table") at.row = 0;
    if (name === "tr") [at.row, at.cell] = [at.row + 1, 0];
    if (name === "td" || name === "th") at.cell += 1;
    if (name === "meta" || name === "link" || name === "html") {
      if (!VOID.has(name)) [at.depth] = [at.depth + 1, at.inside.push(name)];
      continue;
    }
    if (!VOID.has(name)) {
      at.depth += 1;
      at.inside.push(name);
    }
    for (const [, attribute, value] of attributes.matchAll(ATTRIBUTE))
      if (!OURS.test(attribute.toLowerCase()))
        yield { place: `${placeOf(at)}, ${attribute} of <${name}>`, text: decoded(value) };
  }
  yield* flush();
}

/** Every cell of a CSV file, with its row and the head of its column. */
export function* textsOfCsv(csv: string): Generator<SentText> {
  const heads: string[] = [];
  let [row, column] = [1, 0];
  for (const [, quoted, bare, end] of csv.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)|(,|\r\n)/g)) {
    if (end === ",") column += 1;
    else if (end !== undefined) [row, column] = [row + 1, 0];
    else {
      const text = quoted?.replaceAll('""', '"') ?? bare;
      if (row === 1) heads[column] = text;
      yield { place: `row ${row}, column ${heads[column] ?? column + 1}`, text };
    }
  }
}

/** Every line of a Markdown file, as it is written and as it is read. */
export function* textsOfMarkdown(markdown: string): Generator<SentText> {
  for (const [i, line] of markdown.split("\n").entries()) {
    const place = `line ${i + 1}`;
    yield { place, text: line };
    const shown = decoded(line.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
    if (shown !== line) yield { place, text: shown };
    const bare = shown.replace(/\*+|`+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "");
    if (bare !== shown) yield { place, text: bare, isJoined: true };
  }
}
