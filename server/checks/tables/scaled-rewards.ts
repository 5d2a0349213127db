import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { boundsOf, found, isKind, isNumber, type PlacedCell, type TableRule, valueOf } from "./table-rule.ts";

/** A factor that a person would choose has one digit behind the point. */
const STEP = 0.1;
const [LEAST, MOST] = [1.1, 5];
const MOST_ENTRIES = 12;
/** Pairs that agree by chance more seldom than this are no chance. */
const SELDOM = 0.01;
const SHOWN = 3;

interface Scaled {
  factor: number;
  /** How likely two unrelated values are as near to such a factor. */
  chance: number;
  pair: [PlacedCell, PlacedCell];
}

function scaled(a: PlacedCell, b: PlacedCell): Scaled | null {
  const [small, large] = Math.abs(valueOf(a)) <= Math.abs(valueOf(b)) ? [a, b] : [b, a];
  if (valueOf(small) === 0 || valueOf(small) * valueOf(large) < 0) return null;
  const [from, to] = boundsOf(small.cell)
    .map(Math.abs)
    .toSorted((x, y) => x - y);
  const [low, high] = boundsOf(large.cell)
    .map(Math.abs)
    .toSorted((x, y) => x - y);
  if (from <= 0) return null;
  const factor = Math.round(Math.abs(valueOf(large) / valueOf(small)) / STEP) * STEP;
  const isNear = factor >= LEAST && factor <= MOST && low / to <= factor && factor <= high / from;
  return isNear
    ? { factor, chance: Math.min(1, (high / from - low / to) / STEP), pair: [small, large] }
    : null;
}

/** Two rewards of which one is the other times a round factor: the scale of the reward differs, not what was learnt. */
export const scaledRewards: TableRule = {
  id: "table/scaled-rewards",
  title: "Rewards that differ by a round factor",
  check({ entries, quantities }) {
    // Steps of one training have rewards of one function.
    if (
      entries.length > MOST_ENTRIES ||
      entries.every((name) => name === "" || Number.isFinite(Number(name)))
    )
      return [];
    const others = ["deviation", "variance", "difference", "target", "limit", "floor", "noise"] as const;
    const rewards = quantities.filter(
      (one) => isKind(one, "reward") && !others.some((kind) => isKind(one, kind)),
    );
    return rewards.flatMap(({ name, cells }) => {
      // A value of one digit is a round multiple of nearly every other.
      const numbers = cells
        .map((cell, i) => ({ cell, i }))
        .filter(
          ({ cell }) =>
            isNumber(cell) &&
            !cell.cell.approximate &&
            cell.cell.text.replaceAll(/^[-+]?0*[.]?0*|[^\d]/g, "").length > 1,
        );
      const pairs = numbers.flatMap((a, k) =>
        numbers.slice(k + 1).flatMap((b) => {
          const one = scaled(a.cell, b.cell);
          return one ? [{ ...one, a, b }] : [];
        }),
      );
      const tried = (numbers.length * (numbers.length - 1)) / 2;
      return pairs
        .toSorted((x, y) => x.chance - y.chance)
        .slice(0, SHOWN)
        .map(({ factor, chance, pair, a, b }) => {
          const byChance = 1 - (1 - chance) ** tried;
          return found(
            "table/scaled-rewards",
            byChance < SELDOM ? "warning" : "info",
            `${name}: ${pair[1].cell.text} is ${pair[0].cell.text} × ${writeNumber(factor, 1)} within rounding (${entries[a.i]}, ${entries[b.i]}). A reward function that is scaled by this factor gives the same ratio: compare the unscaled reward before ranking them. Of ${countOf(tried, "pair")} one is as near by chance with p = ${writeNumber(byChance, 2)}.`,
            pair,
          );
        });
    });
  },
};
