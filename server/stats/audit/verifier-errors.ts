import { mean } from "../../numbers/middle.ts";
import { wilsonBounds } from "../problems/wilson.ts";

/** Completions of one stratum: how many there are, how many a person marked, and how many of those the person calls right. */
export interface MarkedStratum {
  /** What the verifier says of all of them. */
  accepted: boolean;
  size: number;
  marked: number;
  right: number;
}

/** A share with its 95 % interval, 0 to 1. */
export interface AuditedShare {
  value: number;
  low: number;
  high: number;
}

export interface VerifierErrors {
  /** Share of all completions that the verifier accepts. */
  measured: number;
  /** Completions that were marked. */
  n: number;
  marked: { accepted: number; rejected: number };
  /** Of what the verifier accepts the share that is wrong, and of what it rejects the share that is right. Null where none was marked. */
  wrongOfAccepted: AuditedShare | null;
  rightOfRejected: AuditedShare | null;
  /** Of what is wrong the share that it accepts, and of what is right the share that it rejects. Null where that is not known. */
  falsePositiveRate: AuditedShare | null;
  falseNegativeRate: AuditedShare | null;
  /** Share of all completions that are right; null while a side that has completions has no mark. */
  corrected: AuditedShare | null;
}

interface Side {
  size: number;
  /** Share of them that are right; null where none was marked. */
  right: AuditedShare | null;
}

/**
 * The share of right ones on one side of the verifier, each stratum weighted by its size (Cochran 1977, Sampling Techniques,
 * 5.3). Wilson's interval takes the marks as so many as they are worth: unequal weights count for less (Kish 1965, Survey
 * Sampling, 11.7), and what was marked is no longer unknown, up to a side that was marked whole, which has no error.
 */
function sideOf(strata: readonly MarkedStratum[]): Side {
  const size = strata.reduce((sum, stratum) => sum + stratum.size, 0);
  const seen = strata.filter(({ marked }) => marked > 0);
  const marked = seen.reduce((sum, stratum) => sum + stratum.marked, 0);
  if (marked === 0) return { size, right: null };
  // A stratum without a mark is taken to be as the marked ones of its side are.
  const covered = seen.reduce((sum, stratum) => sum + stratum.size, 0);
  const value = seen.reduce((sum, s) => sum + (s.size / covered) * (s.right / s.marked), 0);
  const squares = seen.reduce((sum, s) => sum + s.marked * (s.size / s.marked) ** 2, 0);
  if (marked >= size) return { size, right: { value, low: value, high: value } };
  const worth = ((covered * covered) / squares) * ((size - 1) / (size - marked));
  return { size, right: { value, ...wilsonBounds(value, worth) } };
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** A sum of two independent shares with fixed weights: bounds recovered from theirs (Zou & Donner 2008, Stat. Med. 27, 1693). */
function weighted(a: AuditedShare, b: AuditedShare, weight: number): AuditedShare {
  const value = weight * a.value + (1 - weight) * b.value;
  const half = (of: "low" | "high") =>
    Math.hypot(weight * (a.value - a[of]), (1 - weight) * (b.value - b[of]));
  return { value, low: within(value - half("low")), high: within(value + half("high")) };
}

/** Bounds of a ratio of two independent shares (Donner & Zou 2012, Stat. Methods Med. Res. 21, 347). */
function ratioBounds(x: AuditedShare, y: AuditedShare): { low: number; high: number } {
  const square = (x.value * y.value) ** 2;
  const part = (value: number, bound: number) => bound * (2 * value - bound);
  const root = (a: number, b: number) => x.value * y.value + Math.sqrt(Math.max(0, square - a * b));
  const [least, most] = [part(x.value, x.low), part(y.value, y.high)];
  const low = least === 0 ? 0 : least / root(least, most);
  const under = part(y.value, y.low);
  return { low, high: under === 0 ? Infinity : root(part(x.value, x.high), under) / under };
}

/** The share `odds * x / y` stands for as odds; of what is nowhere there is no share. */
function shareOfOdds(odds: number, x: AuditedShare, y: AuditedShare): AuditedShare | null {
  if (x.value === 0 && y.value === 0) return null;
  const share = (ratio: number) => (Number.isFinite(ratio) ? (odds * ratio) / (1 + odds * ratio) : 1);
  const { low, high } = ratioBounds(x, y);
  const value = share(y.value === 0 ? Infinity : x.value / y.value);
  return { value, low: Math.min(value, share(low)), high: Math.max(value, share(high)) };
}

const other = ({ value, low, high }: AuditedShare): AuditedShare => ({
  value: 1 - value,
  low: 1 - high,
  high: 1 - low,
});

/**
 * How often the verifier is wrong, and what its success would be without its errors, from a sample that a person marked.
 *
 * The sample is drawn by what the verifier says, so what it estimates is right given that; the rates given the truth follow by
 * Bayes (Begg & Greenes 1983, Biometrics 39, 207), and the corrected success is the same number as the one of Rogan & Gladen
 * (1978, Am. J. Epidemiol. 107, 71) with those rates. Marks that are missing are taken to be missing at random.
 */
export function verifierErrors(strata: readonly MarkedStratum[]): VerifierErrors {
  const accepted = sideOf(strata.filter((stratum) => stratum.accepted));
  const rejected = sideOf(strata.filter((stratum) => !stratum.accepted));
  const size = accepted.size + rejected.size;
  const measured = size === 0 ? 0 : accepted.size / size;
  const count = (isAccepted: boolean) =>
    strata.reduce((sum, s) => sum + (s.accepted === isAccepted ? s.marked : 0), 0);
  const marked = { accepted: count(true), rejected: count(false) };
  const [p, q] = [accepted.right, rejected.right];
  const both = p && q ? { p, q, odds: measured / (1 - measured) } : null;
  const lone = accepted.size === 0 ? q : rejected.size === 0 ? p : null;
  return {
    measured,
    n: marked.accepted + marked.rejected,
    marked,
    wrongOfAccepted: p && other(p),
    rightOfRejected: q,
    falsePositiveRate: both && shareOfOdds(both.odds, other(both.p), other(both.q)),
    falseNegativeRate: both && shareOfOdds(1 / both.odds, both.q, both.p),
    corrected: both ? weighted(both.p, both.q, measured) : lone,
  };
}

/** What several people's audits say together: the mean of their values, and from the least to the greatest of their bounds. */
export function acrossPeople(shares: readonly AuditedShare[]): AuditedShare | null {
  if (shares.length === 0) return null;
  return {
    value: mean(shares.map(({ value }) => value)),
    low: Math.min(...shares.map(({ low }) => low)),
    high: Math.max(...shares.map(({ high }) => high)),
  };
}

export interface Agreement {
  /** What both marked, and what of it alike. */
  n: number;
  alike: number;
  /** Null below two common marks, and where both say one and the same of everything: then chance alone would agree as much. */
  kappa: number | null;
}

/** Cohen's kappa of two people's marks of the same things (Cohen 1960, Educ. Psychol. Meas. 20, 37). */
export function agreement(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const n = pairs.length;
  const alike = pairs.filter(([a, b]) => a === b).length;
  const [a, b] = [0, 1].map((of) => pairs.filter((pair) => pair[of]).length / Math.max(1, n));
  const byChance = a * b + (1 - a) * (1 - b);
  const kappa = n < 2 || byChance === 1 ? null : (alike / n - byChance) / (1 - byChance);
  return { n, alike, kappa };
}
