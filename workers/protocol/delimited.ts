/** How lines with a delimiter are read. */
export interface DelimitedOptions {
  delimiter: string;
  /** False: a last line without a break may still be written, and is left out. */
  isWhole: boolean;
}

/**
 * Rows of cells of a delimited text (RFC 4180). A quoted cell may hold delimiters, breaks and doubled quotes; what stands
 * behind its closing quote belongs to it. A blank line is a row of one empty cell.
 */
export function* delimitedRows(
  text: string,
  { delimiter, isWhole }: DelimitedOptions,
): Generator<string[], void, void> {
  let row: string[] = [];
  let at = text.startsWith("\u{FEFF}") ? 1 : 0;
  while (at < text.length) {
    let cell = "";
    const quote = quoteAt(text, at);
    if (quote >= 0) {
      const closed = quotedCell(text, quote + 1);
      if (closed === null && !isWhole) return;
      cell = closed?.cell ?? text.slice(quote + 1);
      at = closed?.end ?? text.length;
    }
    const end = cellEnd(text, at, delimiter);
    row.push(cell + text.slice(at, text[end] === "\n" && text[end - 1] === "\r" ? end - 1 : end));
    at = end + 1;
    if (text[end] === "\n") {
      yield row;
      row = [];
    } else if (text[end] === delimiter && at === text.length) row.push("");
  }
  if (isWhole && row.length > 0) yield row;
}

/** Where the quote of a cell stands, behind blanks at most; -1 where the cell is not quoted. */
function quoteAt(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return text[at] === '"' ? at : -1;
}

function quotedCell(text: string, from: number): { cell: string; end: number } | null {
  let cell = "";
  for (let at = from; ;) {
    const end = text.indexOf('"', at);
    if (end === -1) return null;
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    at = end + 2;
  }
}

function cellEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
  return at;
}

/** Delimiters that are told apart, in the order in which they win where several fit. */
export const DELIMITERS = ["\t", ";", ",", "|"] as const;

/** The delimiter by which most of these lines have as many cells as the first, and more than one; null where none does for half. */
export function guessDelimiter(text: string, among: readonly string[] = DELIMITERS): string | null {
  const tried = among.map((delimiter) => {
    const rows = [...delimitedRows(text, { delimiter, isWhole: true })].filter((row) =>
      row.some((one) => one.trim() !== ""),
    );
    const width = rows[0]?.length ?? 0;
    const fits = width < 2 ? 0 : rows.filter((row) => row.length === width).length / rows.length;
    return { delimiter, fits };
  });
  const best = tried.reduce((a, b) => (b.fits > a.fits ? b : a));
  return best.fits < 0.5 ? null : best.delimiter;
}
