import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { objection } from "../../rule.ts";
import { firstOf, needs } from "../first-of.ts";
import type { RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";
import { sparseLimit, USUAL_GROUP } from "../trainer-settings.ts";
import { SUCCESS } from "./saturated.ts";

const SPAN = 10;
const MOST_GROUPS = 0.5;
/** Before a policy had time to find anything, few groups succeed in every run. */
const FEWEST_STEPS = 30;
const FAILED = ["group/all_failed_share"];
const [BY_GROUPS, BY_SUCCESS] = ["failed groups", "success"];

const info: RunRule["info"] = {
  id: "D03",
  name: "Too sparse a reward",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of groups that no answer solves; where that is not logged, of the share of right answers p`,
  threshold: `failed groups at or above ${MOST_GROUPS}, or p at or below 1 - 2^(-1/G), ${writeShare(sparseLimit(USUAL_GROUP))} for groups of ${USUAL_GROUP}; 3 steps in a row, still so at the last: warning`,
  gate: `silent in the first ${FEWEST_STEPS} logged steps; a group size that is not logged is taken as 8`,
  source: "arXiv 2606.18487; hard problems alone were never learned in 60 steps, with 98 % of groups dead",
  why: "Where no answer of a group succeeds there is nothing to prefer: what is learned hangs on rare luck.",
  action: "Start with easier problems or SFT, use larger groups, or give partial credit.",
  brief: "too sparse a reward",
};

export const tooSparse: RunRule = {
  info,
  reads: [...FAILED, ...SUCCESS],
  lacks: needs(["share of right answers or of failed groups", [...FAILED, ...SUCCESS]]),
  plans({ series, settings }) {
    const [failed, success] = [firstOf(series, FAILED), firstOf(series, SUCCESS)];
    const limit = sparseLimit(settings.groupSize ?? USUAL_GROUP);
    if (failed)
      return [
        {
          key: BY_GROUPS,
          over: failed,
          begin: () => new LevelFold(new SmoothedLevel(SPAN, [MOST_GROUPS])),
        },
      ];
    return success
      ? [
          {
            key: BY_SUCCESS,
            over: success,
            begin: () => new LevelFold(new SmoothedLevel(SPAN, [limit], "below")),
          },
        ]
      : [];
  },
  check({ series, settings }, folds) {
    const groups = folds.of(LevelFold, BY_GROUPS);
    const fold = groups ?? folds.of(LevelFold, BY_SUCCESS);
    const found = firstOf(series, groups ? FAILED : SUCCESS);
    const limit = groups ? MOST_GROUPS : sparseLimit(settings.groupSize ?? USUAL_GROUP);
    const from = fold?.level.heldSince(limit) ?? null;
    if (!fold || !found || from === null || found.n < FEWEST_STEPS) return [];
    return [
      objection(info, "warning", {
        metric: found.metric,
        claim: {
          before: groups ? "" : "Only ",
          value: fold.level.now ?? NaN,
          kind: "share",
          after: groups
            ? " of groups have no answer that succeeds."
            : " of training answers are right, so most groups have none that succeeds.",
        },
        evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; the limit is ${writeShare(limit)}.`,
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
