import { toDigits } from "#server/numbers/round.ts";
import type { Kept } from "#components/charts/values/value-axis.ts";

/** What an address keeps of each axis, by its column; what it cannot mean is passed over. */
export function readKept(keep: readonly string[]): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const entry of keep) {
    const word = entry.indexOf("~=");
    if (word > 0) {
      const [id, text] = [entry.slice(0, word), entry.slice(word + 2)];
      const before = kept.get(id);
      kept.set(id, { words: [...(before && "words" in before ? before.words : []), text] });
      continue;
    }
    const [id, ...ends] = entry.split("~");
    const [from, to] = ends.map(Number);
    if (id !== "" && ends.length === 2 && Number.isFinite(from) && Number.isFinite(to))
      kept.set(id, { from: Math.min(from, to), to: Math.max(from, to) });
  }
  return kept;
}

const DIGITS = 4;

/** The same as an address says it; ends of a range are rounded as far as a hand can drag them. */
export function writeKept(kept: ReadonlyMap<string, Kept>): string[] {
  const round = (value: number) => String(toDigits(value, DIGITS));
  return [...kept].flatMap(([id, one]) =>
    "words" in one
      ? one.words.map((word) => `${id}~=${word}`)
      : [`${id}~${round(one.from)}~${round(one.to)}`],
  );
}
