import { rewardPartOf } from "../../contracts/metrics.ts";
import { toDecimals } from "../../numbers/round.ts";
import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { writeSetShare } from "../../wording/quantities.ts";
import { objection } from "../rule.ts";
import type { Fold, FoldedPoints } from "./fold.ts";
import type { RunRule } from "./run-rule.ts";

const LAST_STEPS = 10;
const TOLERANCE = 0.1;

const info: RunRule["info"] = {
  id: "D06",
  name: "Noise-only variance",
  family: "run health",
  formula: `mean of group/std over the last ${LAST_STEPS} steps against the expected within-group sd of the reward's injected noise alone, groups of G`,
  threshold: `within ${writeSetShare(TOLERANCE)}: then at least ${writeSetShare(toDecimals(1 / (1 + TOLERANCE) ** 2, 2))} of the variance inside groups is injected`,
  gate: "silent where the reward has no injected noise, and before 10 logged steps",
  source:
    "the expected sample sd of U(-a, a) is below a / sqrt 3 (at G = 4 it is 0.946 of it); a training with rewards of -50 + U(-2, 2) reported an sd of 1.15 as variance it had kept",
  why: "Advantages made of injected noise reinforce actions by chance. The spread looks healthy and no group counts as lost, while nothing is learnt from the verifier: the shaped reward and group/std are not ranked.",
  action:
    "Switch the noise off and look at the share of dead groups; then use harder or mixed problems, or a reward with more verified parts.",
  brief: "noise alone",
};

/** The last finite points of a series. */
class LastPoints implements Fold {
  points: { x: number; sd: number }[] = [];

  feed({ x, value }: FoldedPoints): void {
    const found: LastPoints["points"] = [];
    for (let i = x.length - 1; i >= 0 && found.length < LAST_STEPS; i--)
      if (Number.isFinite(value[i])) found.push({ x: x[i], sd: value[i] });
    this.points = [...this.points, ...found.reverse()].slice(-LAST_STEPS);
  }

  copy(): LastPoints {
    const copy = new LastPoints();
    copy.points = this.points;
    return copy;
  }
}

const STD = "group/std";

export const noiseOnly: RunRule = {
  info,
  reads: [STD],
  spoils: (_, metric) => rewardPartOf(metric) === "shaped",
  plans({ series, noise }) {
    const over = series.get(STD);
    return over && noise ? [{ key: STD, over, begin: () => new LastPoints() }] : [];
  },
  check({ noise }, folds) {
    const last = folds.of(LastPoints, STD)?.points ?? [];
    if (!noise || noise.withinGroupSd <= 0) return [];
    if (last.length < LAST_STEPS) return [];
    const observed = last.reduce((sum, { sd }) => sum + sd, 0) / last.length;
    if (Math.abs(observed - noise.withinGroupSd) > TOLERANCE * noise.withinGroupSd) return [];
    const share = Math.min(1, (noise.withinGroupSd / observed) ** 2);
    return [
      objection(info, "error", {
        metric: STD,
        claim: {
          before: "",
          value: share,
          kind: "share",
          after:
            " of the reward variance inside groups is injected noise, so most of the advantages are chance.",
        },
        evidence: `Observed ${writeNumber(observed)} over the last ${countOf(last.length, "step")}; noise alone gives ${writeNumber(noise.withinGroupSd)} in groups of ${noise.groupSize} (${writeNumber(noise.pooledSd)} over all episodes).`,
        span: { from: last[0].x, to: last[last.length - 1].x },
      }),
    ];
  },
};
