import type { Size } from "./points/point-plan.ts";
import type { PointWorld } from "./points/point-world.ts";

/** A measured number beside the one that was aimed for. Nothing here passes or fails: a person reads it. */
export interface Figure {
  name: string;
  measured: number | null;
  unit: string;
  /** `most`: measured should not be above `value`; `least`: not below it. Null where nothing was promised. */
  target: { value: number; is: "most" | "least" } | null;
  /** The best of the other trackers, in the same unit. */
  peer?: Peer;
  /** What the machine itself can do, in the same unit. */
  ceiling?: Ceiling;
  /** How it was measured, or why it was not. */
  note: string;
}

export interface Peer {
  name: string;
  value: number;
}

export interface Ceiling {
  value: number;
  what: string;
}

/** A group of figures that are measured together; the command line names it. */
export interface Measurement {
  name: string;
  measure(world: World): Promise<Figure[]>;
}

/** What several measurements need and only one of them should pay for. */
export interface World {
  /** Less of everything. */
  quick: boolean;
  /** How many points the sections about points send. */
  size: Size;
  /** Seconds of steady ingest while memory is watched. */
  soakSeconds: number;
  demo(): Promise<DemoOutcome>;
  points(): Promise<PointWorld>;
}

/** A finished demo: its data directory and what was seen of its processes. */
export interface DemoOutcome {
  home: string;
  seconds: number;
  /** Largest resident memory seen, MiB. */
  peakMiB: { server: number; bridge: number; supervisor: number; trainer: number };
}

export const atMost = (value: number): Figure["target"] => ({ value, is: "most" });
export const atLeast = (value: number): Figure["target"] => ({ value, is: "least" });

/** A figure that could not be measured here, and why. */
export const notMeasured = (name: string, unit: string, note: string): Figure => ({
  name,
  measured: null,
  unit,
  target: null,
  note,
});

/** measured / target: above 1 is worse for `most`, better for `least`. */
export function ratioOf({ measured, target }: Figure): number | null {
  return measured === null || target === null ? null : measured / target.value;
}

/** Whether a measured value misses its target. */
export function isMissed({ measured, target }: Figure): boolean {
  if (measured === null || target === null) return false;
  return target.is === "most" ? measured > target.value : measured < target.value;
}

/** How many times better than the peer: above 1 is better, whether more or less is wanted. */
export function timesBetter({ measured, target, peer }: Figure): number | null {
  if (measured === null || peer === undefined) return null;
  return target?.is === "least" ? measured / peer.value : peer.value / measured;
}

/** The p-quantile of values by nearest rank. */
export function quantile(values: readonly number[], p: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? null;
}
