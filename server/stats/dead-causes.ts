import type { DeadStretch } from "../contracts/variance.ts";

/** Shares of drawn groups at one train step of one run, 0 to 1. */
export interface DeadAtStep {
  step: number;
  run: string;
  /** Steps that it stands for, of which it is the mean; 1 where that is not said. */
  n?: number;
  /** All groups whose rewards are equal. */
  zero: number;
  solved: number;
  failed: number;
}

/**
 * Mean shares of dead groups by cause over at most `stretches` stretches of training with equally many train steps each (the
 * last may have fewer). Steps of several runs are pooled; a step that is not finite is left out.
 */
export function deadCauses(steps: readonly DeadAtStep[], stretches: number): DeadStretch[] {
  const finite = steps.filter(({ zero, solved, failed }) => Number.isFinite(zero + solved + failed));
  const distinct = [...new Set(finite.map(({ step }) => step))].toSorted((a, b) => a - b);
  const size = Math.max(1, Math.ceil(distinct.length / stretches));
  const place = new Map(distinct.map((step, i) => [step, Math.floor(i / size)]));
  const parts = Map.groupBy(finite, ({ step }) => place.get(step) ?? 0);
  return [...parts.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, part]) => {
      const n = part.reduce((sum, step) => sum + (step.n ?? 1), 0);
      const mean = (of: (step: DeadAtStep) => number) =>
        part.reduce((sum, step) => sum + of(step) * (step.n ?? 1), 0) / n;
      const [solved, failed] = [mean((s) => s.solved), mean((s) => s.failed)];
      const other = mean((s) => Math.max(0, s.zero - s.solved - s.failed));
      const at = part.map(({ step }) => step);
      return {
        from: Math.min(...at),
        to: Math.max(...at),
        n,
        runs: new Set(part.map(({ run }) => run)).size,
        solved,
        failed,
        other,
        alive: Math.max(0, 1 - solved - failed - other),
      };
    });
}
