import { mean } from "../../numbers/middle.ts";
import { passAtK } from "../../../workers/math/pass-at-k.ts";
import type { Estimate } from "../estimate.ts";
import { bootstrapMean } from "./cluster-bootstrap.ts";

/** Tries of one policy at one problem. */
export interface Tries {
  n: number;
  right: number;
  /** Answers that could be read; null where nobody said. */
  parsed: number | null;
}

/** The same problem before and after training. */
export interface TriedProblem {
  start: Tries;
  trained: Tries;
}

export interface PassAtKRow {
  k: number;
  start: number;
  trained: number;
  /** Trained minus start, over problems. */
  difference: Estimate;
}

/** 1, 2, 4, ... up to the fewest tries that a problem has. */
function everyK(problems: readonly TriedProblem[]): number[] {
  const most = Math.min(...problems.flatMap(({ start, trained }) => [start.n, trained.n]));
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, i) => 2 ** i);
}

const SEED = 1;

/**
 * pass@k of both policies over the problems that both tried, unbiased from n tries each (Chen et al. 2021, arXiv 2107.03374),
 * with a bootstrap interval of the mean difference over problems. At large k it is coverage: what the start can solve at all.
 */
export function passAgainstStart(problems: readonly TriedProblem[]): PassAtKRow[] {
  if (problems.length === 0) return [];
  return everyK(problems).map((k) => {
    const at = (of: "start" | "trained") => problems.map((one) => passAtK(one[of].n, one[of].right, k) ?? 0);
    const [start, trained] = [at("start"), at("trained")];
    const difference = bootstrapMean(
      trained.map((value, i) => value - start[i]),
      { seed: SEED, clusterName: "problems" },
    );
    return { k, start: mean(start), trained: mean(trained), difference };
  });
}

/** Shares of right tries from which on a problem counts for Cover@tau. */
export const COVER_TAUS = [0.25, 0.5, 0.75, 1] as const;

/** Cover@tau: the share of problems of which at least the share tau of the tries is right. */
export const coverAt = (problems: readonly TriedProblem[], of: "start" | "trained", tau: number): number =>
  mean(problems.map((one) => (one[of].right / one[of].n >= tau ? 1 : 0)));

export interface ParseSplit {
  /** Problems of which both sides say whether answers could be read. */
  n: number;
  start: { parsed: number; right: number };
  trained: { parsed: number; right: number };
  /** Parts of the gain: from answers that can be read now, and from those that are right now. They add up to it. */
  nowParsed: number;
  nowRight: number;
}

/**
 * The gain in right answers, split into answers that can be read now and answers that are right now. Right is parsed times right
 * of parsed; each factor's part is its change times the mean of the other, which is Shapley's value of two factors, problem by
 * problem. Where a side parsed nothing of a problem, what is right of parsed there is taken from the other side.
 */
export function parseSplit(problems: readonly TriedProblem[]): ParseSplit | null {
  const known = problems.flatMap(({ start, trained }) =>
    start.parsed === null || trained.parsed === null
      ? []
      : [{ start: { ...start, parsed: start.parsed }, trained: { ...trained, parsed: trained.parsed } }],
  );
  if (known.length === 0) return null;
  type Side = (typeof known)[number]["start"];
  const share = ({ n, parsed }: Side) => parsed / n;
  const ofParsed = ({ parsed, right }: Side, other: Side) =>
    parsed > 0 ? right / parsed : other.parsed > 0 ? other.right / other.parsed : 0;
  const parts = known.map(({ start, trained }) => {
    const [p0, p1] = [share(start), share(trained)];
    const [r0, r1] = [ofParsed(start, trained), ofParsed(trained, start)];
    return { nowParsed: ((p1 - p0) * (r0 + r1)) / 2, nowRight: ((r1 - r0) * (p0 + p1)) / 2 };
  });
  const sideOf = (of: "start" | "trained") => ({
    parsed: mean(known.map((one) => share(one[of]))),
    right: mean(known.map((one) => one[of].right / one[of].n)),
  });
  return {
    n: known.length,
    start: sideOf("start"),
    trained: sideOf("trained"),
    nowParsed: mean(parts.map((part) => part.nowParsed)),
    nowRight: mean(parts.map((part) => part.nowRight)),
  };
}
