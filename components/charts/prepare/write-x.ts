import { formatCount } from "#components/ui/format/format-count.ts";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import { groupThousands } from "#components/ui/format/group-thousands.ts";
import { withTrueMinus } from "#components/ui/format/typography.ts";
import type { PlotModel } from "./plot-model.ts";

/** Enough to tell samples apart where they are shown. */
const DIGITS = 6;

/** An x in words, with all digits of a whole number: step 1,048,576 is no other step. */
export function writeX(x: number, kind: PlotModel["x"]["kind"]): string {
  if (kind === "duration") return x < 0 ? `${withTrueMinus("-")}${formatDuration(-x)}` : formatDuration(x);
  if (Number.isInteger(x) && Math.abs(x) < 1e21) return withTrueMinus(groupThousands(x.toFixed(0)));
  if (kind === "count") return formatCount(x);
  const short = Number(x.toPrecision(DIGITS));
  const isPlain = Math.abs(short) >= 1e-4 && Math.abs(short) < 1e9;
  return isPlain ? withTrueMinus(groupThousands(String(short))) : formatNumber(x);
}

/** A stretch of x, or the one x that it is: "train step 250 to 259". */
export function writeSpan(from: number, to: number, kind: PlotModel["x"]["kind"]): string {
  const [first, last] = [writeX(from, kind), writeX(to, kind)];
  return first === last ? first : `${first} to ${last}`;
}
