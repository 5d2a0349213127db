/** Thin no-break space: between a number and its unit, so that they stay on one line. */
export const THIN = "\u202f";
const MINUS = "−";

/** Decimals of a half-width to two significant digits: digits beyond the interval are decoration. */
function supportedDecimals(low: number, high: number): number {
  const half = Math.abs(high - low) / 2;
  return half === 0 || !Number.isFinite(half)
    ? 1
    : Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(half))));
}

const trueMinus = (text: string) => (text.startsWith("-") ? MINUS + text.slice(1) : text);
const noNegativeZero = (text: string) => (Number(text) === 0 ? text.replace("-", "") : text);

function fixed(value: number, decimals: number, signed: boolean): string {
  const text = noNegativeZero(value.toFixed(decimals));
  return signed && Number(text) > 0 ? `+${text}` : trueMinus(text);
}

/** Three significant digits; integer digits are never rounded away. */
function threeDigits(value: number, signed: boolean): string {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e6)) {
    const text = value.toExponential(2).replace("+", "");
    return signed && value > 0 ? `+${text}` : trueMinus(text);
  }
  const decimals = magnitude === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(magnitude)));
  return fixed(value, decimals, signed);
}

export interface Written {
  /** The value without its unit: "77.8", "+6.1", "NaN", "–". */
  value: string;
  /** "%", "pp", "steps" or nothing. */
  unit: string;
  /** "[74.1, 81.2]" or null. */
  interval: string | null;
}

export interface Quantity {
  value: number | null;
  low: number | null;
  high: number | null;
  unit: string;
  difference?: boolean;
  special?: string | null;
}

/**
 * Writes a quantity: shares in %, their differences in pp with a sign, everything with the decimals its interval supports.
 * What is not a number is its word, what was not measured is a dash, never 0.
 */
export function writeQuantity({ value, low, high, unit, difference = false, special }: Quantity): Written {
  const isShare = unit === "share";
  const printedUnit = isShare ? (difference ? "pp" : "%") : unit;
  if (special) return { value: special, unit: "", interval: null };
  if (value === null) return { value: "–", unit: "", interval: null };
  const factor = isShare ? 100 : 1;
  if (low === null || high === null) {
    const alone = isShare ? fixed(value * factor, 1, difference) : threeDigits(value, difference);
    return { value: alone, unit: printedUnit, interval: null };
  }
  const decimals = isShare ? 1 : supportedDecimals(low, high);
  const write = (x: number) => fixed(x * factor, decimals, difference);
  return { value: write(value), unit: printedUnit, interval: `[${write(low)}, ${write(high)}]` };
}

/** The unit as a head or an axis carries it. */
export const headUnit = (unit: string, difference = false): string =>
  unit === "share" ? (difference ? "pp" : "%") : unit;

/** p with two digits; below 0.001 only that. */
export function writeP(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : String(Number(p.toPrecision(2)));
}

/** 2026-11-21 23:02 UTC. */
export const writeMoment = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
