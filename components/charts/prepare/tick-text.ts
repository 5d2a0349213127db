import { formatBytes } from "#components/ui/format/format-bytes.ts";
import { formatClock } from "#components/ui/format/format-duration.ts";
import { groupThousands } from "#components/ui/format/group-thousands.ts";
import type { ValueKind } from "#components/ui/format/format-value.ts";
import { MINUS, withTrueMinus } from "#components/ui/format/typography.ts";

/** A tick as written; a power of ten has its exponent apart, raised by the drawing since the font has no such minus. */
export interface Tick {
  value: number;
  text: string;
  exponent?: string;
}

const LETTERS: [size: number, letter: string][] = [
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Writes the ticks of one axis alike: the decimals that their distance needs, one letter for all, shares in per cent. */
export function writeTicks(values: number[], kind: ValueKind, log = false): Tick[] {
  if (log)
    return values.map((value) => ({
      value,
      text: "10",
      exponent: String(Math.round(Math.log10(value))).replace("-", MINUS),
    }));
  if (kind === "duration") return values.map((value) => ({ value, text: shortTime(value, values) }));
  if (kind === "bytes") return values.map((value) => ({ value, text: formatBytes(value) }));
  const printed = kind === "share" ? values.map((value) => value * 100) : values;
  const largest = Math.max(...printed.map(Math.abs));
  const step = Math.min(...printed.slice(1).map((value, index) => value - printed[index]));
  const [size, letter] = LETTERS.find(([limit]) => largest >= limit) ?? [1, ""];
  const decimals = neededDecimals((Number.isFinite(step) ? step : largest) / size);
  return values.map((value, index) => ({
    value,
    text:
      printed[index] === 0
        ? "0"
        : withTrueMinus(groupThousands((printed[index] / size).toFixed(decimals))) + letter,
  }));
}

/** How many decimals tell neighbours apart: 0.25 needs two, 0.5 one, 50 none. */
function neededDecimals(step: number): number {
  if (!(step > 0)) return 0;
  for (let decimals = 0; decimals < 8; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled)) return decimals;
  }
  return 8;
}

/** Ticks under two minutes apart are read in seconds. */
function shortTime(ms: number, all: number[]): string {
  return Math.max(...all) < 120_000 ? `${Math.round(ms / 1000)}` : formatClock(ms);
}
