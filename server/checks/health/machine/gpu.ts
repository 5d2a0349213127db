import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { objection } from "../../rule.ts";
import type { KnownSeries, RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";

/** Readings; one is the mean of about ten seconds. */
const MINUTE = 6;
const GPUS_AS = /^(?:system\.)?gpu\.(\d{1,2})\.(temp|slowed|memoryAllocated)$/;
const MOST = 32;

/** What of a GPU is watched. */
const PARTS = {
  temp: { span: MINUTE, limit: 85, side: "above", severity: "warning" },
  slowed: { span: MINUTE, limit: 0.5, side: "above", severity: "warning" },
  memoryAllocated: { span: MINUTE, limit: 95, side: "above", severity: "info" },
} as const;
type Part = keyof typeof PARTS;

const info: RunRule["info"] = {
  id: "D27",
  name: "GPU",
  family: "run health",
  formula: `exponentially weighted means (span ${MINUTE} readings) of each GPU's temperature, slowed clocks and memory`,
  threshold: `${PARTS.temp.limit} °C or above, or clocks slowed in ${writeShare(PARTS.slowed.limit)} of the readings: warning; memory at or above ${PARTS.memoryAllocated.limit} %: info; 3 readings in a row, still so at the last`,
  gate: "memory is info: engines reserve it on purpose; errors of the driver (Xid) are not logged",
  source: "NVML's documentation; the limits are Ablab's own",
  why: "A hot or slowed GPU makes steps longer than they are elsewhere; one without memory left ends the run at the next long batch.",
  action: "Look at the cooling, at what else runs there, and at the size of batches.",
  brief: "GPU",
};

const watched = <S extends KnownSeries>(series: ReadonlyMap<string, S>) =>
  [...series]
    .flatMap(([name, over]) => {
      const [, index, part] = GPUS_AS.exec(name) ?? [];
      return index === undefined ? [] : [{ name, over, index: Number(index), part: part as Part }];
    })
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MOST);

const CLAIMS: Record<Part, (index: number) => { before: string; after: string }> = {
  temp: (index) => ({ before: `GPU ${index} runs at `, after: " °C." }),
  slowed: (index) => ({
    before: `GPU ${index} has its clocks slowed in a share of `,
    after: " of its readings.",
  }),
  memoryAllocated: (index) => ({ before: `GPU ${index} has `, after: " % of its memory in use." }),
};

export const gpu: RunRule = {
  info,
  reads: [],
  readsLike: GPUS_AS,
  lacks: ({ series }) => (watched(series).length > 0 ? null : "figures of the GPU"),
  plans({ series }) {
    return watched(series).map(({ name, over, part }) => {
      const { span, limit, side } = PARTS[part];
      return { key: name, over, begin: () => new LevelFold(new SmoothedLevel(span, [limit], side)) };
    });
  },
  check({ series }, folds) {
    return watched(series).flatMap(({ name, over, index, part }) => {
      const { limit, severity, span } = PARTS[part];
      const fold = folds.of(LevelFold, name);
      const from = fold?.level.heldSince(limit) ?? null;
      if (!fold || from === null) return [];
      return [
        objection(info, severity, {
          metric: over.metric,
          claim: { ...CLAIMS[part](index), value: fold.level.now ?? NaN, kind: "number" },
          evidence: `Since second ${writeWhole(from)} of the run, smoothed over ${span} readings; the limit is ${writeNumber(limit)}.`,
          span: { from, to: fold.lastX },
        }),
      ];
    });
  },
};
