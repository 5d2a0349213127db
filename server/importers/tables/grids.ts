import { delimitedRows, guessDelimiter } from "../../../workers/protocol/delimited.ts";
import type { TableFormat } from "../../contracts/reported/table.ts";

/** A cell before it is read: its text, and whether it was printed bold. */
export interface GridCell {
  text: string;
  bold: boolean;
}

export interface Grid {
  format: TableFormat;
  /** What stood above the table, or its caption; empty where nothing did. */
  title: string;
  /** The format itself says that the first row is a head. */
  hasHead: boolean;
  rows: GridCell[][];
}

const cell = (text: string, bold = false): GridCell => ({ text: text.trim(), bold });

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  minus: "−",
  ndash: "–",
  mdash: "—",
  plusmn: "±",
  ge: "≥",
  le: "≤",
  times: "×",
  asymp: "≈",
  Delta: "Δ",
};

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));/gi, (whole, dec, hex, name: string) => {
    const code = dec ? Number(dec) : hex ? Number.parseInt(String(hex), 16) : null;
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return ENTITIES[name] ?? whole;
  });

const textOfHtml = (html: string): string =>
  decode(html.replaceAll(/<br\s*\/?>/gi, " ").replaceAll(/<[^<>]*>/g, ""));

/** Parts of a text between an opening and a closing tag of a name, each with its attributes; found in one pass. */
function elements(html: string, names: string): { attributes: string; inner: string; name: string }[] {
  const open = new RegExp(`<(${names})(\\s[^<>]*)?>`, "gi");
  const found = [...html.matchAll(open)];
  return found.map((one, i) => {
    const from = one.index + one[0].length;
    const until = found[i + 1]?.index ?? html.length;
    const own = html.slice(from, until);
    const close = own.toLowerCase().indexOf(`</${one[1].toLowerCase()}`);
    return { name: one[1], attributes: one[2] ?? "", inner: close < 0 ? own : own.slice(0, close) };
  });
}

/** Parts of a text from what opens them to what closes them, outside each other; one that is never closed is none. */
function* closed(
  text: string,
  opens: RegExp,
  closing: (name: string) => RegExp,
): Generator<{ from: number; inner: string; to: number }> {
  const unclosed = new Set<string>();
  const open = new RegExp(opens, "gi");
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const [whole, name] = found;
    // It is looked for once, however often it is opened.
    if (unclosed.has(name)) continue;
    const close = new RegExp(closing(name), "gi");
    close.lastIndex = open.lastIndex;
    const end = close.exec(text);
    if (!end) {
      unclosed.add(name);
      continue;
    }
    const inner = text.slice(found.index + whole.length, end.index);
    yield { from: found.index, inner, to: (open.lastIndex = close.lastIndex) };
  }
}

function withoutScripts(text: string): string {
  const parts = [];
  let at = 0;
  for (const { from, to } of closed(
    text,
    /<(script|style|template)\b/,
    (name) => new RegExp(`</${name}\\s*>`),
  )) {
    parts.push(text.slice(at, from));
    at = to;
  }
  return parts.join("") + text.slice(at);
}

/** The tables of a page as it was copied; scripts and styles are text that is not looked at. */
export function htmlGrids(text: string): Grid[] {
  const html = withoutScripts(text);
  return elements(html, "table").map(({ inner }) => ({
    format: "html" as const,
    title: textOfHtml(elements(inner, "caption")[0]?.inner ?? "").trim(),
    hasHead: /<th[\s>]/i.test(elements(inner, "tr")[0]?.inner ?? "") || /<thead[\s>]/i.test(inner),
    rows: elements(inner, "tr").map((row) =>
      elements(row.inner, "td|th").flatMap(({ inner: own, attributes }) => {
        const span = Math.min(50, Number(/colspan\s*=\s*["']?(\d+)/i.exec(attributes)?.[1] ?? 1) || 1);
        const first = cell(textOfHtml(own), /<(b|strong)\b/i.test(own));
        return [first, ...Array.from({ length: span - 1 }, () => cell(""))];
      }),
    ),
  }));
}

/** Takes `\name{...}` with balanced braces apart; what is inside stays. */
function unwrap(text: string, name: string, arguments_: number): string {
  let out = text;
  for (let at = out.indexOf(`\\${name}{`), turns = 0; at >= 0 && turns < 200; turns++) {
    let from = at + name.length + 1;
    let inner = "";
    for (let i = 0; i < arguments_ && out[from] === "{"; i++) {
      let [level, end] = [0, from];
      do {
        level += out[end] === "{" ? 1 : out[end] === "}" ? -1 : 0;
        end++;
      } while (level > 0 && end < out.length);
      inner = out.slice(from + 1, end - 1);
      from = end;
    }
    out = out.slice(0, at) + inner + out.slice(from);
    at = out.indexOf(`\\${name}{`);
  }
  return out;
}

const LATEX_WORDS: [RegExp, string][] = [
  [/\\pm\b/g, "±"],
  [/\\geq?\b/g, "≥"],
  [/\\leq?\b/g, "≤"],
  [/\\times\b/g, "×"],
  [/\\(?:sim|approx)\b/g, "~"],
  [/\\Delta\b/g, "Δ"],
  [/\\checkmark\b/g, "✓"],
  [/\\([%&#_$])/g, "$1"],
  [/~/g, " "],
  [/\\[,;! ]/g, " "],
  [/\$/g, ""],
  [/\\(?:small|footnotesize|centering|bf|bfseries|it)\b/g, ""],
  [/[{}]/g, ""],
];

function latexCell(text: string): GridCell {
  const bold = /\\(?:textbf|mathbf|bf|bfseries)\b/.test(text);
  let plain = unwrap(unwrap(text, "multicolumn", 3), "multirow", 3);
  for (const name of ["textbf", "mathbf", "textit", "emph", "text", "mathrm", "underline"])
    plain = unwrap(plain, name, 1);
  // A tilde is a blank in text and stands before an approximation only as \sim.
  const [tilde, ...rest] = [LATEX_WORDS[4], ...LATEX_WORDS.filter((_, i) => i !== 4)];
  for (const [pattern, by] of rest) plain = plain.replaceAll(pattern, by);
  return cell(plain.replaceAll(tilde[0], tilde[1]), bold);
}

export function latexGrids(text: string): Grid[] {
  const bodies = [
    ...closed(
      text,
      /\\begin\{(tabular[x*]?|longtable)\}/,
      (name) => new RegExp(`\\\\end\\{${name.replace("*", "\\*")}\\}`),
    ),
  ].map(({ inner }) => inner);
  const title = /\\caption\{([^{}]*)\}/.exec(text)?.[1] ?? "";
  return (bodies.length > 0 ? bodies : [text]).map((body) => ({
    format: "latex" as const,
    title: title.slice(0, 200),
    hasHead: /^\s*\\(?:midrule|hline)/.test(body.split("\\\\", 2)[1] ?? ""),
    rows: body
      .replace(/^(?:\s*(?:\[[^\]]*\]|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}))+/, "")
      .replaceAll(/(?<!\\)%.*$/gm, "")
      .replaceAll(
        /\\(?:hline|toprule|midrule|bottomrule|cmidrule(?:\([^)]{0,99}\))?\{[^}]{0,99}\}|cline\{[^}]{0,99}\})/g,
        "",
      )
      .split(/\\\\(?:\[[^\]]{0,99}\])?/)
      .filter((row) => row.trim() !== "")
      .map((row) => row.split(/(?<!\\)&/).map(latexCell)),
  }));
}

const RULE = /^[\s|:+=-]*-[\s|:+=-]*$/;

function markdownCell(text: string): GridCell {
  const bold = /\*\*|__\S|<b>|<strong>/.test(text);
  return cell(
    textOfHtml(text.replaceAll(/\*\*|__(?=\S)|(?<=\S)__|`/g, "").replaceAll(String.raw`\|`, "|")),
    bold,
  );
}

/** Tables of lines with pipes, with or without the rule below their head; other lines end one. */
export function markdownGrids(text: string): Grid[] {
  const grids: Grid[] = [];
  let open: Grid | null = null;
  let title = "";
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (!/(?<!\\)\|/.test(bare)) {
      open = null;
      if (bare !== "") title = bare.replaceAll(/^#+\s*|\*\*/g, "").slice(0, 200);
      continue;
    }
    if (RULE.test(bare)) {
      if (open?.rows.length === 1) open.hasHead = true;
      continue;
    }
    const inner = bare.replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
    const row = inner.split(/(?<!\\)\|/).map(markdownCell);
    if (open) open.rows.push(row);
    else grids.push((open = { format: "markdown", title, hasHead: false, rows: [row] }));
  }
  return grids;
}

/** Lines with a delimiter: the one by which most lines have as many fields as the first, and more than one. */
export function delimitedGrids(text: string): Grid[] {
  const delimiter = guessDelimiter(text, ["\t", ";", ","]);
  if (delimiter === null) return [];
  const rows = [...delimitedRows(text, { delimiter, isWhole: true })].filter((row) =>
    row.some((one) => one.trim() !== ""),
  );
  return [{ format: "csv", title: "", hasHead: false, rows: rows.map((row) => row.map((one) => cell(one))) }];
}
