import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { boundsOf, found, isKind, isNumber, type PlacedCell, type TableRule, valueOf } from "./table-rule.ts";

/** A factor that a person would choose has one digit behind the point. */
const STEP = 0.1;
const [LEAST, MOST] = [1.1, 5];
const MOST_ENTRIES = 12;
/** Pairs that agree by chance more seldom than this are no chance. */
const SELDOM = 1e-4;
const SHOWN = 3;
const SCALE = /\b(scale|multiplier|factor)\b/i;
const COEFFICIENT = /\b(scale|multiplier|factor|coefficient|weight|beta)\b|β/i;
const OTHERS = ["deviation", "variance", "difference", "target", "limit", "floor", "noise"] as const;
/** What was scaled on purpose, and says so. */
const RESCALED = /\b(normali[sz]ed|scaled|weighted|percent(ile)?|relative)\b/i;

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
    const rewards = quantities.filter(
      (one) =>
        isKind(one, "reward") &&
        !COEFFICIENT.test(one.name.replaceAll("_", " ")) &&
        !OTHERS.some((kind) => isKind(one, kind)),
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
      const scales = quantities.find(
        (one) => SCALE.test(one.name.replaceAll("_", " ")) && one.cells.some(isNumber),
      );
      /** The table itself says that the rewards of the two are scaled by this factor. */
      const isDeclared = (factor: number, a: number, b: number) =>
        scales !== undefined &&
        [a, b].every((i) => isNumber(scales.cells[i])) &&
        [
          valueOf(scales.cells[a]) / valueOf(scales.cells[b]),
          valueOf(scales.cells[b]) / valueOf(scales.cells[a]),
        ].some((told) => Math.abs(told - factor) < STEP / 10);
      return pairs
        .toSorted((x, y) => x.chance - y.chance)
        .slice(0, SHOWN)
        .map(({ factor, chance, pair, a, b }) => {
          const byChance = 1 - (1 - chance) ** tried;
          const declared = isDeclared(factor, a.i, b.i);
          return found(
            "table/scaled-rewards",
            byChance < SELDOM || declared ? "warning" : "info",
            `${name}: ${pair[1].cell.text} is ${pair[0].cell.text} × ${writeNumber(factor, 1)} within rounding (${entries[a.i]}, ${entries[b.i]}). ${
              declared
                ? "Their rewards are scaled by this factor, so one is no better than the other."
                : `A reward function that is scaled by this factor gives the same ratio: compare the unscaled reward before ranking them. Of ${countOf(tried, "pair")} one is as near by chance with p = ${writeNumber(byChance, 2)}.`
            }`,
            pair,
          );
        });
    });
  },
};

const LEAST_ENTRIES = 3;
/** Values that are printed more coarsely agree with many factors. */
const COARSEST = 0.05;

/** Rewards of two runs that have one ratio at every step, whatever it is. */
export const constantRatio: TableRule = {
  id: "table/constant-ratio",
  title: "Rewards of two runs in one ratio throughout",
  check({ title, entries, quantities }) {
    const isAbout = isKind({ name: title }, "reward") || entries.every((name) => isKind({ name }, "reward"));
    const rewards = quantities.filter(
      (one) =>
        (isAbout || isKind(one, "reward")) &&
        !RESCALED.test(one.name.replaceAll("_", " ")) &&
        ![...OTHERS, "count", "counter", "rate"].some((kind) => isKind(one, kind as "count")),
    );
    return rewards.flatMap((a, k) =>
      rewards.slice(k + 1).flatMap((b) => {
        const both = a.cells
          .map((cell, i): [PlacedCell, PlacedCell] => [cell, b.cells[i]])
          .filter((pair) => pair.every((cell) => isNumber(cell) && valueOf(cell) > 0));
        const told = a.cells.filter((cell, i) => isNumber(cell) && isNumber(b.cells[i])).length;
        if (
          both.length < LEAST_ENTRIES ||
          both.length < told ||
          new Set(both.map(([x]) => valueOf(x))).size < LEAST_ENTRIES
        )
          return [];
        const spans = both.map(([x, y]) => {
          const [from, to] = boundsOf(x.cell);
          const [low, high] = boundsOf(y.cell);
          return [low / to, high / from];
        });
        const [least, most] = [
          Math.max(...spans.map(([low]) => low)),
          Math.min(...spans.map(([, high]) => high)),
        ];
        const isFine = spans.every(([low, high]) => low > 0 && high / low - 1 < COARSEST);
        if (!isFine || least > most || (least <= 1 && most >= 1)) return [];
        return [
          found(
            "table/constant-ratio",
            "warning",
            `${b.name} is ${a.name} × ${writeNumber((least + most) / 2, 2)} in all ${both.length} entries: one reward was scaled, and nothing else differs.`,
            both.flat(),
          ),
        ];
      }),
    );
  },
};
