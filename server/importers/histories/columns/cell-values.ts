const WORDS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  "+inf": Infinity,
  "-inf": -Infinity,
  infinity: Infinity,
  "-infinity": -Infinity,
};

const POINT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const COMMA = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d+)?(e[+-]?\d+)?$/i;

export const isGap = (cell: unknown): boolean =>
  cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");

/** The number of a cell, NaN and infinities included; null where it holds none. A percent sign is not part of it. */
export function numberIn(cell: unknown, decimal: "." | ","): number | null {
  if (typeof cell === "number") return cell;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  if (typeof cell !== "string") return null;
  const text = cell.trim().replace(/\s*%$/, "").replace("−", "-");
  const word = WORDS[text.toLowerCase()];
  if (word !== undefined) return word;
  if (POINT.test(text) && (decimal === "." || !text.includes("."))) return Number(text);
  if (decimal === "," && text !== "" && /\d/.test(text) && COMMA.test(text))
    return Number(text.replaceAll(".", "").replace(",", "."));
  return null;
}

export const hasPercentSign = (cell: unknown): boolean => typeof cell === "string" && /%\s*$/.test(cell);
