import { countOf, writeCount, writeOf } from "../wording/counts.ts";
import { writeLevel, writeShare } from "../wording/quantities.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { bonferroni } from "./bonferroni.ts";
import { findRoot } from "./find-root.ts";
import { balancedTail } from "./many-to-one-tail.ts";
import { shownNoncentrality } from "./noncentral-t.ts";
import { requireLevel } from "./require-level.ts";
import { normalQuantile } from "./special/normal-quantile.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";

/** What a comparison has to work with. `sd` values are in the metric's unit. */
export type ComparisonDesign =
  /** Cells against a baseline with the same seeds as blocks (`dunnett`). */
  | { kind: "blocks"; comparisons: number; seeds: number; residualSd: number }
  /** Cells against a baseline on different seeds (`welch` with Bonferroni). */
  | { kind: "samples"; comparisons: number; n: number; nBaseline: number; sd: number }
  /** Two evaluations of the same n problems (`mcnemar`); `differingShare` of them are solved by one side only. */
  | { kind: "paired_shares"; n: number; differingShare: number };

export interface DetectableDifference {
  /** Smallest true difference that is shown with probability `power`; null where the design cannot show any. */
  value: number | null;
  power: number;
  level: number;
  method: string;
}

const FEWEST = 3;

/**
 * The smallest true difference that the design would show (interval without 0) with probability `power`, in the metric's unit;
 * for paired shares as a difference of shares.
 *
 * blocks and samples: solves P(|T| > c) = power for a noncentral t with noncentrality difference / standard error, where c is
 * Dunnett's critical value with (cells - 1)(seeds - 1) degrees of freedom, or the Bonferroni t quantile with n + nBaseline - 2
 * (equal variances assumed). The given spread is taken as the true one, so the answer is as uncertain as that spread.
 * paired shares: sqrt(n) d = z_level sqrt(s) + z_power sqrt(s - d^2) for a differing share s (R. J. Connor 1987, Biometrics 43).
 *
 * Null with a reason: fewer than 3 seeds a side, no spread, or no share of differing problems that could carry it.
 * Throws RangeError for counts that are not whole, a negative or non-finite spread, or shares outside [0, 1].
 */
export function minimalDetectable(design: ComparisonDesign, power = 0.8, level = 0.95): DetectableDifference {
  requireLevel(level);
  if (!(power > 1 - level && power < 1)) {
    throw new RangeError(`Power lies between ${1 - level} and 1, for example 0.8; got ${power}.`);
  }
  requireDesign(design);
  const answer = solve(design, power, level);
  const goal = `${writeLevel(power)} power at ${writeLevel(level)}`;
  return {
    value: answer.value,
    power,
    level,
    method: answer.value === null ? answer.why : `${goal}: ${answer.why}`,
  };
}

function requireDesign(design: ComparisonDesign): void {
  for (const [name, value] of Object.entries(design)) {
    if (typeof value !== "number") continue;
    const isCount = name === "comparisons" || name === "seeds" || name === "n" || name === "nBaseline";
    const good = isCount ? Number.isInteger(value) && value >= 0 : Number.isFinite(value) && value >= 0;
    if (!good)
      throw new RangeError(
        `"${name}" of a design must be ${isCount ? "a whole number" : "finite"} and not negative, got ${value}.`,
      );
  }
  if (design.kind === "paired_shares" && design.differingShare > 1) {
    throw new RangeError(`A share lies in [0, 1], got ${design.differingShare}.`);
  }
}

function solve(
  design: ComparisonDesign,
  power: number,
  level: number,
): { value: number | null; why: string } {
  if (design.kind === "paired_shares") return pairedShares(design.n, design.differingShare, power, level);
  const { comparisons } = design;
  if (comparisons < 1) return { value: null, why: "nothing to compare with the baseline" };
  if (design.kind === "blocks") {
    const { seeds, residualSd } = design;
    if (seeds < FEWEST)
      return { value: null, why: `an interval needs ${writeSeeds(FEWEST)}, here are ${writeCount(seeds)}` };
    if (residualSd === 0) return { value: null, why: "no residual variance, so there is no yardstick" };
    const df = comparisons * (seeds - 1);
    const critical = balancedTail(comparisons).critical(level, df);
    const error = residualSd * Math.sqrt(2 / seeds);
    const why = `Dunnett with ${writeSeeds(seeds)} as blocks, ${countOf(comparisons, "comparison")}, residual sd taken as true`;
    return { value: error * shownNoncentrality(critical, df, power), why };
  }
  const { n, nBaseline, sd } = design;
  const fewest = Math.min(n, nBaseline);
  if (fewest < FEWEST)
    return {
      value: null,
      why: `an interval needs ${writeSeeds(FEWEST)} a side, here are ${writeCount(fewest)}`,
    };
  if (sd === 0) return { value: null, why: "no spread, so there is no yardstick" };
  const df = n + nBaseline - 2;
  const critical = studentTQuantile(0.5 + bonferroni(comparisons, level).level / 2, df);
  const error = sd * Math.sqrt(1 / n + 1 / nBaseline);
  const why = `two samples of ${writeCount(n)} and ${writeSeeds(nBaseline)}, Bonferroni over ${countOf(comparisons, "comparison")}, sd taken as true`;
  return { value: error * shownNoncentrality(critical, df, power), why };
}

function pairedShares(
  n: number,
  share: number,
  power: number,
  level: number,
): { value: number | null; why: string } {
  const zLevel = normalQuantile(0.5 + level / 2);
  const zPower = normalQuantile(power);
  const lack = (d: number) =>
    Math.sqrt(n) * d - zLevel * Math.sqrt(share) - zPower * Math.sqrt(Math.max(0, share - d * d));
  if (n === 0 || share === 0 || lack(share) < 0) {
    return {
      value: null,
      why: `too few differing problems (${writeOf(n * share, n)}) to show any difference`,
    };
  }
  const why = `McNemar on ${countOf(n, "shared problem")} of which ${writeShare(share, n)} differ, normal approximation (Connor 1987)`;
  return { value: findRoot(lack, 0, share), why };
}
