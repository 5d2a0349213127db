import {
  type AskedSmoothing,
  OF_NOISY,
  SMOOTHING_LIMITS,
  type Smoothing,
} from "#server/contracts/charts/smoothing.ts";
import { plural } from "#server/wording/counts.ts";
import { writeTyped } from "#server/wording/typed.ts";

export type SmoothingKind = AskedSmoothing["kind"];

/** What the control and the notes call each kind. */
export const SMOOTHING_NAMES: Record<SmoothingKind, string> = {
  auto: "smooth if noisy",
  none: "no smoothing",
  ema: "exponential mean",
  gaussian: "Gaussian",
  mean: "running mean",
};

interface Amount {
  /** What the number is, as the control names it. */
  name: string;
  /** Where a kind starts, and what an arrow key adds. */
  start: number;
  step: number;
  min: number;
  max: number;
  whole: boolean;
}

export const AMOUNTS: Record<Exclude<SmoothingKind, "none" | "auto">, Amount> = {
  ema: { name: "weight", start: 0.9, step: 0.01, whole: false, ...SMOOTHING_LIMITS.weight },
  gaussian: { name: "sigma, points", start: 5, step: 1, whole: false, ...SMOOTHING_LIMITS.sigma },
  mean: { name: "points", start: 10, step: 1, whole: true, ...SMOOTHING_LIMITS.width },
};

/** The number of a smoothing; null where there is none to choose. */
export function amountOf(smoothing: AskedSmoothing): number | null {
  switch (smoothing.kind) {
    case "none":
    case "auto":
      return null;
    case "ema":
      return smoothing.weight;
    case "gaussian":
      return smoothing.sigma;
    case "mean":
      return smoothing.width;
  }
}

/** A smoothing of a kind by an amount, brought into the bounds of the kind; from where the kind starts without one. */
export function makeSmoothing(kind: SmoothingKind, amount: number | null = null): AskedSmoothing {
  if (kind === "none" || kind === "auto") return { kind };
  const { start, min, max, whole } = AMOUNTS[kind];
  const bounded = Math.min(max, Math.max(min, amount ?? start));
  const value = whole ? Math.round(bounded) : bounded;
  if (kind === "ema") return { kind, weight: value };
  return kind === "gaussian" ? { kind, sigma: value } : { kind, width: value };
}

/** "exponential mean, weight 0.9"; null where nothing is smoothed. */
export function smoothingWords(asked: AskedSmoothing): string | null {
  const smoothing = asked.kind === "auto" ? OF_NOISY : asked;
  const name = SMOOTHING_NAMES[smoothing.kind];
  switch (smoothing.kind) {
    case "none":
      return null;
    case "ema":
      return `${name}, weight ${writeTyped(smoothing.weight)}`;
    case "gaussian":
      return `${name}, sigma ${points(smoothing.sigma)}`;
    case "mean":
      return `${name} of ${points(smoothing.width)}`;
  }
}

/** As somebody set it. */
const points = (amount: number): string => `${writeTyped(amount)} ${plural(amount, "point")}`;

/** What is asked of lines that are put together, where each one's own noise says nothing. */
export const togetherSmoothing = (asked: AskedSmoothing): Smoothing =>
  asked.kind === "auto" ? { kind: "none" } : asked;

/** "ema:0.9" as an address carries it. */
export function writeSmoothing(smoothing: AskedSmoothing): string {
  const amount = amountOf(smoothing);
  return amount === null ? smoothing.kind : `${smoothing.kind}:${amount}`;
}

/** What `writeSmoothing` wrote; null for anything else. */
export function readSmoothing(text: string): AskedSmoothing | null {
  const [kind, amount, ...rest] = text.split(":");
  if (rest.length > 0) return null;
  if ((kind === "none" || kind === "auto") && amount === undefined) return { kind };
  if (!Object.hasOwn(AMOUNTS, kind)) return null;
  const value = Number(amount);
  return amount && Number.isFinite(value) ? makeSmoothing(kind as SmoothingKind, value) : null;
}
