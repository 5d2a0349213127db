import type { Measured, Finding } from "../../contracts/finding.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { writeShare } from "../../wording/quantities.ts";
import { objection } from "../rule.ts";
import { needs } from "./first-of.ts";
import type { Fold, FoldedPoints } from "./fold.ts";
import type { RunFacts, RunRule } from "./run-rule.ts";
import { IN_A_ROW, LevelFold, SmoothedLevel } from "./sustained.ts";

const SPAN = 10;
const CAUTION = 0.5;
const CRITICAL = 0.8;

/** Noise and process rewards make every group differ: the verified reward alone tells which are dead, where it is sent. */
const VERIFIED = { zero: "group/zero_share_raw", solved: "group/all_solved_share_raw" };
const SHAPED = { zero: "group/zero_share", solved: "group/all_solved_share" };
const SHARES = [VERIFIED, SHAPED];
const FAILED = "group/all_failed_share";

const info: RunRule["info"] = {
  id: "D01",
  name: "Dead groups",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of dead groups by the verified reward, less those dead because every episode solved its problem; ${IN_A_ROW} steps in a row, still so at the last step`,
  threshold: `warning at ${CAUTION}, error at ${CRITICAL}; info where only the solved ones pass it`,
  gate: "only info where dead groups are drawn again, and where most of them are solved; silent before 3 logged steps",
  source:
    "dead groups have advantage 0 in GRPO (arXiv 2402.03300); resampling them is DAPO's dynamic sampling (arXiv 2503.14476); the thresholds are Ablab's own",
  why: "A group whose episodes all got the same reward has advantage 0 for each of them. Its rollouts cost time and teach nothing, so the run learnt from fewer episodes than it drew.",
  action:
    "Use harder or mixed problems, a larger group, dynamic sampling, or a reward with more verified parts. Rescaling the reward cannot help.",
  brief: "dead groups",
};

/** The smoothed share of dead groups where it is finite, and of those of them that still had something to learn. */
class DeadShares implements Fold {
  readonly learning: SmoothedLevel;
  readonly all: SmoothedLevel;
  lastX = NaN;

  constructor(
    learning = new SmoothedLevel(SPAN, [CRITICAL, CAUTION]),
    all = new SmoothedLevel(SPAN, [CAUTION]),
  ) {
    this.learning = learning;
    this.all = all;
  }

  /** `beside`: how much of the share is dead because all was solved. */
  feed({ x, value, beside }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      const share = value[i];
      if (!Number.isFinite(share)) continue;
      const solved = beside?.[i] ?? 0;
      this.learning.add(x[i], Math.max(0, share - (Number.isFinite(solved) ? solved : 0)));
      this.all.add(x[i], share);
      this.lastX = x[i];
    }
  }

  copy(): DeadShares {
    const copy = new DeadShares(this.learning.copy(), this.all.copy());
    copy.lastX = this.lastX;
    return copy;
  }
}

type Grade = { severity: Finding["severity"]; from: number; now: number; solved: boolean };

/** How bad it is, since which step: by the groups that still had something to learn, else by all. */
function gradeOf({ learning, all }: DeadShares): Grade | null {
  const now = all.now ?? NaN;
  const critical = learning.heldSince(CRITICAL);
  if (critical !== null) return { severity: "error", from: critical, now, solved: false };
  const warning = learning.heldSince(CAUTION);
  if (warning !== null) return { severity: "warning", from: warning, now, solved: false };
  const any = all.heldSince(CAUTION);
  return any === null ? null : { severity: "info", from: any, now, solved: true };
}

/** The claim around its number, and what the evidence says beside it. */
type Words = Pick<Measured, "before" | "after"> & { beside: string };

const whySolved = ({ solved }: Grade): string => (solved ? ", most of them because they are solved" : "");

const textOfDifficulty = (grade: Grade, isDrawnAgain: boolean, series: RunFacts["series"]): Words => ({
  before: "",
  after: isDrawnAgain
    ? " of drawn groups are dead and are drawn again."
    : ` of groups carry no gradient${whySolved(grade)}.`,
  beside: causeOf(series),
});

/** Equal verified rewards are no missing gradient where something else in the reward differs; `whole`: dead all the same. */
function wordsOfVerified(grade: Grade, whole: number | null): Words {
  const [before, after] = ["", ` of groups have one verified reward in all episodes${whySolved(grade)}`];
  if (whole === null) return { before, after: `${after}.`, beside: "" };
  return {
    before,
    after: `${after}; only the rest of the reward (PRM, noise) separates any of them.`,
    beside: `, by the whole reward ${writeShare(whole)}`,
  };
}

/** By the verified reward where it is sent. */
const readOf = (series: RunFacts["series"]) => SHARES.find(({ zero }) => series.has(zero));

/** What the plans are called: the share that is judged, and that by the reward as the loss sees it. */
const [JUDGED, WHOLE] = ["judged", "whole"];

const RESAMPLING = {
  all: " Dynamic sampling replaces them, at the price of more rollouts.",
  some: " Dynamic sampling draws again only what is equal by the whole reward.",
};

export const deadGroups: RunRule = {
  info,
  reads: [...SHARES.flatMap(({ zero, solved }) => [zero, solved]), FAILED],
  lacks: needs(["share of dead groups", SHARES.map(({ zero }) => zero)]),
  plans({ series }) {
    const read = readOf(series);
    const over = read && series.get(read.zero);
    if (!over) return [];
    const shaped = read === VERIFIED ? series.get(SHAPED.zero) : undefined;
    return [
      { key: JUDGED, over, beside: series.get(read.solved), begin: () => new DeadShares() },
      ...(shaped
        ? [{ key: WHOLE, over: shaped, begin: () => new LevelFold(new SmoothedLevel(SPAN, [])) }]
        : []),
    ];
  },
  check({ series, resamplesDeadGroups }, folds) {
    const read = readOf(series);
    const zero = read && series.get(read.zero);
    const dead = folds.of(DeadShares, JUDGED);
    const grade = dead && gradeOf(dead);
    if (!zero || !dead || !grade) return [];
    const { from, now } = grade;
    const whole = read === VERIFIED ? (folds.of(LevelFold, WHOLE)?.level.now ?? null) : now;
    const isVerifiedAlone = whole === null || writeShare(whole) !== writeShare(now);
    const isDrawnAgain = resamplesDeadGroups && !isVerifiedAlone;
    const { before, after, beside } = isVerifiedAlone
      ? wordsOfVerified(grade, whole)
      : textOfDifficulty(grade, isDrawnAgain, series);
    return [
      objection(info, isDrawnAgain ? "info" : grade.severity, {
        claim: { before, value: now, kind: "share", after },
        evidence:
          `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; now ${writeShare(now)}${beside}.` +
          (resamplesDeadGroups ? RESAMPLING[isDrawnAgain ? "all" : "some"] : ""),
        span: { from, to: dead.lastX },
        speaksOf: [...new Set([...SHARES.map((share) => share.zero), zero.metric])],
      }),
    ];
  },
};

function causeOf(series: RunFacts["series"]): string {
  const [solved, failed] = [SHAPED.solved, FAILED].map((name) => series.get(name)?.lastValue ?? Number.NaN);
  if (!Number.isFinite(solved + failed)) return "";
  return `, at the last step ${writeShare(solved)} all solved and ${writeShare(failed)} all failed`;
}
