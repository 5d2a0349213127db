import { namesOfMeasure } from "../../../contracts/metrics.ts";
import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { objection } from "../../rule.ts";
import { firstOf, needs } from "../first-of.ts";
import type { RunRule } from "../run-rule.ts";
import { LevelFold, type Side, SmoothedLevel } from "../sustained.ts";

const SPAN = 10;
const VANISHING = 0.2;
const OFF_CENTER = 0.05;
const MOST_GROUPS = 0.5;
const SD = namesOfMeasure("advantage_sd");
const MEAN = namesOfMeasure("advantage_mean");
const ZERO = "group/zero_share";
const KEYS = { sd: "sd", mean: "mean", dead: "dead" };

const info: RunRule["info"] = {
  id: "D21",
  name: "Scale of advantages",
  family: "run health",
  formula: `exponentially weighted means (span ${SPAN} steps) of the standard deviation and of the mean of the advantages`,
  threshold: `standard deviation at or below ${VANISHING}: warning; mean at or beyond ${OFF_CENTER} either way: info; 3 steps in a row, still so at the last`,
  gate: "silent where advantages are not divided by a spread (Dr. GRPO, DGRO), and for the spread where half of the groups are dead, which D01 says",
  source: "advantages that are centred and standardized have mean 0 and standard deviation 1",
  why: "Advantages near 0 move nothing; advantages that are not centred push every answer the same way.",
  action: "Look at the spread of rewards inside groups, and at what is subtracted from them.",
  brief: "scale of advantages",
};

export const advantageScale: RunRule = {
  info,
  reads: [...SD, ...MEAN, ZERO],
  lacks: needs(["standard deviation of advantages", [...SD, ...MEAN]]),
  plans({ series, settings }) {
    if (settings.isStandardized === false) return [];
    const [sd, mean, zero] = [firstOf(series, SD), firstOf(series, MEAN), series.get(ZERO)];
    const level = (limit: number, side?: Side) => () => new LevelFold(new SmoothedLevel(SPAN, [limit], side));
    return [
      ...(sd ? [{ key: KEYS.sd, over: sd, begin: level(VANISHING, "below") }] : []),
      ...(mean
        ? [
            { key: `${KEYS.mean} above`, over: mean, begin: level(OFF_CENTER) },
            { key: `${KEYS.mean} below`, over: mean, begin: level(-OFF_CENTER, "below") },
          ]
        : []),
      ...(sd && zero ? [{ key: KEYS.dead, over: zero, begin: level(MOST_GROUPS) }] : []),
    ];
  },
  check({ series }, folds) {
    const sd = folds.of(LevelFold, KEYS.sd);
    const isDead = (folds.of(LevelFold, KEYS.dead)?.level.now ?? 0) >= MOST_GROUPS;
    const vanished = isDead ? null : (sd?.level.heldSince(VANISHING) ?? null);
    const [above, below] = ["above", "below"].map((side) => folds.of(LevelFold, `${KEYS.mean} ${side}`));
    const off = above?.level.heldSince(OFF_CENTER) ?? below?.level.heldSince(-OFF_CENTER) ?? null;
    return [
      ...(sd && vanished !== null
        ? [
            objection(info, "warning", {
              metric: firstOf(series, SD)?.metric,
              claim: {
                before: "Advantages have a standard deviation of ",
                value: sd.level.now ?? NaN,
                kind: "number",
                after: ", too little to learn from.",
              },
              evidence: `Since step ${writeWhole(vanished)}, smoothed over ${SPAN} steps; about 1 is usual.`,
              span: { from: vanished, to: sd.lastX },
            }),
          ]
        : []),
      ...(above && off !== null
        ? [
            objection(info, "info", {
              metric: firstOf(series, MEAN)?.metric,
              claim: {
                before: "Advantages have a mean of ",
                value: above.level.now ?? NaN,
                kind: "number",
                after: " and are not centered.",
              },
              evidence: `Since step ${writeWhole(off)}, smoothed over ${SPAN} steps; ${writeNumber(0)} is usual.`,
              span: { from: off, to: above.lastX },
            }),
          ]
        : []),
    ];
  },
};
