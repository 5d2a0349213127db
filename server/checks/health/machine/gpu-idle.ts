import { countOf } from "../../../wording/counts.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { firstOf } from "../first-of.ts";
import type { Fold, FoldedPoints } from "../fold.ts";
import { objection } from "../../rule.ts";
import type { KnownSeries, RunRule } from "../run-rule.ts";
import { namesOfMeasure } from "../../../contracts/metrics.ts";

/** Readings; one is the mean of about ten seconds. */
const LEAST_READINGS = 12;
const IDLE = 0.3;
/** A phase explains an idle GPU where it takes so much of the steps' time. */
const EXPLAINS = 0.1;
const BUSY_AS = /^(?:system\.)?gpu\.(\d{1,2})\.gpu$/;
const MOST = 32;

/** Phases of a step; in those that a GPU waits in, nothing runs on it. */
const PHASES = [
  { key: "judge", names: ["phase/judge"], waits: true, after: "waiting for the judge" },
  { key: "wait", names: namesOfMeasure("wait_time"), waits: true, after: "waiting for a batch" },
  { key: "evaluate", names: ["phase/evaluate"], waits: false, after: "mostly while it evaluates" },
  {
    key: "sample",
    names: ["phase/sample", ...namesOfMeasure("generation_time")],
    waits: false,
    after: "mostly while it samples",
  },
  { key: "update", names: ["phase/update"], waits: false, after: "mostly while it updates" },
] as const;

const info: RunRule["info"] = {
  id: "D33",
  name: "Idle GPU",
  family: "run health",
  formula:
    "1 minus the mean busy share of a GPU that the run holds, over the run; beside it the seconds of each phase of a step over those of all",
  threshold: `idle ${writeShare(IDLE)} of the time or more: info. It names the phase that a GPU waits in where one takes ${writeShare(EXPLAINS)} of the steps, else the longest one`,
  gate: `from ${countOf(LEAST_READINGS, "reading")} on; a GPU idles while others generate`,
  source: "nvidia-smi counts a GPU as busy while any kernel runs on it; the limits are Ablab's own",
  why: "A GPU that idles is held and paid for, and nobody else gets it.",
  action:
    "Judge by more processes, or while the next batch is sampled; sample in larger batches, or by an engine; let two runs share the GPU (--gpu-share).",
  brief: "idle GPU",
};

/** Sum and number of the finite values of a series. */
class SumFold implements Fold {
  sum = 0;
  n = 0;

  feed({ value }: FoldedPoints): void {
    for (const one of value) {
      if (!Number.isFinite(one)) continue;
      this.sum += one;
      this.n += 1;
    }
  }

  copy(): SumFold {
    return Object.assign(new SumFold(), { sum: this.sum, n: this.n });
  }
}

const gpusOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>) =>
  [...series]
    .flatMap(([name, over]) => {
      const index = BUSY_AS.exec(name)?.[1];
      return index === undefined ? [] : [{ name, over, index: Number(index) }];
    })
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MOST);

const phasesOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>) =>
  PHASES.flatMap((phase) => {
    const over = firstOf(series, phase.names);
    return over ? [{ ...phase, over }] : [];
  });

export const gpuIdle: RunRule = {
  info,
  reads: PHASES.flatMap(({ names }) => names),
  readsLike: BUSY_AS,
  lacks: ({ series }) => (gpusOf(series).length > 0 ? null : "how busy the GPU is"),
  plans({ series }) {
    const gpus = gpusOf(series).map(({ name, over }) => ({ key: name, over, begin: () => new SumFold() }));
    if (gpus.length === 0) return [];
    return [...gpus, ...phasesOf(series).map(({ key, over }) => ({ key, over, begin: () => new SumFold() }))];
  },
  check({ series }, folds) {
    const phases = phasesOf(series)
      .map((phase) => ({ ...phase, seconds: folds.of(SumFold, phase.key)?.sum ?? 0 }))
      .toSorted((a, b) => b.seconds - a.seconds);
    const all = phases.reduce((sum, { seconds }) => sum + seconds, 0);
    const cause = phases.find(({ waits, seconds }) => waits && seconds >= EXPLAINS * all) ?? phases[0];
    const known = phases.map(({ key, seconds }) => `${key} ${writeShare(seconds / all)}`).join(", ");
    return gpusOf(series).flatMap(({ name, over, index }) => {
      const fold = folds.of(SumFold, name);
      if (!fold || fold.n < LEAST_READINGS) return [];
      const idle = 1 - fold.sum / fold.n / 100;
      if (idle < IDLE) return [];
      return [
        objection(info, "info", {
          metric: over.metric,
          claim: {
            before: `GPU ${index} idle `,
            value: idle,
            kind: "share",
            after: ` of the time${cause && all > 0 ? `: ${cause.after}` : ""}.`,
          },
          evidence: `Over ${countOf(fold.n, "reading")} of the run${all > 0 ? `; time of its steps: ${known}` : ""}.`,
        }),
      ];
    });
  },
};
