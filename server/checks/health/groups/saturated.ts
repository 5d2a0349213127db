import { namesOfMeasure } from "../../../contracts/metrics.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { objection } from "../../rule.ts";
import { firstOf, needs } from "../first-of.ts";
import type { RunFacts, RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";
import { sparseLimit, USUAL_GROUP } from "../trainer-settings.ts";

const SPAN = 10;
const MOST_GROUPS = 0.5;
const SOLVED = ["group/all_solved_share_raw", "group/all_solved_share"];
export const SUCCESS = namesOfMeasure("success_share");
const [BY_GROUPS, BY_SUCCESS] = ["solved groups", "success"];

const info: RunRule["info"] = {
  id: "D02",
  name: "Solved groups",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of groups that every answer solves; where that is not logged, of the share of right answers p. With groups of G answers a share of p^G + (1 - p)^G is expected to have no gradient`,
  threshold: `solved groups at or above ${MOST_GROUPS}, or p at or above 2^(-1/G), ${writeShare(1 - sparseLimit(USUAL_GROUP))} for groups of ${USUAL_GROUP}; 3 steps in a row, still so at the last step: info`,
  gate: "none; a group size that is not logged is taken as 8",
  source:
    "arXiv 2606.18487 (half of the groups of G are without a gradient at p = 2^(-1/G), and at 1 less that)",
  why: "What is solved in every sample has advantage 0. The training problems are used up, and further steps teach little.",
  action: "Move on to harder problems or a stricter reward, or stop here.",
  brief: "solved groups",
};

/** From which share of right answers on most groups are solved. */
export const solvedLimit = ({ groupSize }: RunFacts["settings"]): number =>
  1 - sparseLimit(groupSize ?? USUAL_GROUP);

export const saturated: RunRule = {
  info,
  reads: [...SOLVED, ...SUCCESS],
  lacks: needs(["share of right answers or of solved groups", [...SOLVED, ...SUCCESS]]),
  plans({ series, settings }) {
    const [solved, success] = [firstOf(series, SOLVED), firstOf(series, SUCCESS)];
    const level = (limit: number) => () => new LevelFold(new SmoothedLevel(SPAN, [limit]));
    return [
      ...(solved ? [{ key: BY_GROUPS, over: solved, begin: level(MOST_GROUPS) }] : []),
      ...(success && !solved
        ? [{ key: BY_SUCCESS, over: success, begin: level(solvedLimit(settings)) }]
        : []),
    ];
  },
  check({ series, settings }, folds) {
    const groups = folds.of(LevelFold, BY_GROUPS);
    const answers = folds.of(LevelFold, BY_SUCCESS);
    const fold = groups ?? answers;
    const from = fold?.level.heldSince(groups ? MOST_GROUPS : solvedLimit(settings)) ?? null;
    if (!fold || from === null || fold.level.now === null) return [];
    const p = fold.level.now;
    const size = settings.groupSize ?? USUAL_GROUP;
    return [
      objection(info, "info", {
        metric: firstOf(series, groups ? SOLVED : SUCCESS)?.metric,
        claim: {
          before: "",
          value: p,
          kind: "share",
          after: groups
            ? " of groups are solved by every answer and have nothing left to teach."
            : " of training answers are right, so most groups have nothing left to teach.",
        },
        evidence:
          `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps.` +
          (groups
            ? ""
            : ` Of groups of ${size}, ${writeShare(p ** size + (1 - p) ** size)} are expected to have no gradient.`),
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
