import type { Confirmation, Look, Looks } from "../../contracts/launch/looks.ts";
import { plural, writeCount } from "../counts.ts";
import { writeDifference, writeInterval, writeLevel } from "../quantities.ts";
import { writeSeeds } from "../seeds.ts";

/** "look 2, at 97.5%". */
export const lookText = ({ number, level }: Look): string =>
  `look ${writeCount(number)}, at ${writeLevel(level)}`;

/** How far the seeds of a table go beyond its first look, for its caption; null where nothing was added after one. */
export function looksCaption(
  { declared, planned }: Pick<Looks, "declared" | "planned">,
  rows: readonly Look[],
): string | null {
  const latest = rows.reduce<Look | null>((a, b) => (a && a.number >= b.number ? a : b), null);
  if (latest === null || (latest.number === 1 && declared === 1)) return null;
  const of =
    declared > 1
      ? `${writeCount(declared)} ${plural(declared, "look was", "looks were")} declared before the first run`
      : planned
        ? "seeds were added after results had been seen"
        : "no plan is known, and seeds came after results had been seen";
  return `${lookText(latest)}: ${of}`;
}

/** What seeds that are added now cost: "look 2: claims at 97.5% instead of 95%, since results have been seen". */
export function lookCost({ seen, declared, next }: Looks, before: number): string | null {
  if (seen === 0) return null;
  if (next.number <= declared)
    return `look ${writeCount(next.number)} of ${writeCount(declared)} declared: claims at ${writeLevel(next.level)}`;
  return `look ${writeCount(next.number)}: claims at ${writeLevel(next.level)} instead of ${writeLevel(before)}, since results have been seen`;
}

/** "New seeds alone, 3 vs 3: +4.0 pp [+1.2, +6.8], confirmed". */
export function confirmationText(
  { value, low, high, n, nBaseline, confirmed }: Confirmation,
  unit: string,
): string {
  const sizes = n === nBaseline ? writeSeeds(n) : `${writeCount(n)} vs ${writeSeeds(nBaseline)}`;
  return `new seeds alone (${sizes}): ${writeDifference({ value, unit })} ${writeInterval(low, high, { unit, difference: true })}, ${confirmed ? "confirmed" : "not confirmed"}`;
}
