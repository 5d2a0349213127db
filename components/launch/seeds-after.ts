import type { Joining } from "#server/contracts/launch/joining.ts";

interface Planned {
  seeds: readonly number[];
  variants: readonly { label: string }[];
  joins: Pick<Joining, "runs"> | null;
}

/**
 * How many seeds every configuration has once the plan has run: its own, and those that the experiment it joins has already. Where
 * configurations differ it is the fewest; at least 1.
 */
export function seedsAfter({ seeds, variants, joins }: Planned): number {
  const counts = variants.map(({ label }) => {
    const there = (joins?.runs[label] ?? []).filter(({ lacking }) => !lacking).map(({ seed }) => seed);
    return new Set([...seeds, ...there]).size;
  });
  return Math.max(1, counts.length > 0 ? Math.min(...counts) : seeds.length);
}
