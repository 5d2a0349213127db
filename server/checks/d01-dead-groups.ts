import { writeWhole } from "../wording/numbers.ts";
import { writeShare } from "../wording/quantities.ts";
import { objection, type RunRule, type RuleInfo } from "./rule.ts";

const SPAN = 10;
const CAUTION = 0.5;
const CRITICAL = 0.8;
const IN_A_ROW = 3;

const info: RuleInfo = {
  id: "D01",
  name: "Dead groups",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of group/zero_share, ${IN_A_ROW} steps in a row, still so at the last step`,
  threshold: `caution at ${CAUTION}, objection at ${CRITICAL}`,
  source:
    "dead groups have advantage 0 in GRPO (arXiv 2402.03300); resampling them is DAPO's dynamic sampling (arXiv 2503.14476); the thresholds are Ablab's own",
  why: "A group whose episodes all got the same reward has advantage 0 for each of them. Its rollouts cost time and teach nothing.",
  action:
    "Use harder or mixed problems, a larger group, dynamic sampling, or a reward with more verified parts. Rescaling the reward cannot help.",
};

/** Exponentially weighted mean with span s: weight 2 / (s + 1) on the newest value, started at the first. */
export function ewma(values: number[], span: number): number[] {
  const alpha = 2 / (span + 1);
  let mean = values[0] ?? 0;
  return values.map((value, i) => (mean = i === 0 ? value : alpha * value + (1 - alpha) * mean));
}

/** First x from which the smoothed share stayed at or above `threshold` to the end, or null. */
function since(x: number[], smoothed: number[], threshold: number): number | null {
  const below = smoothed.findLastIndex((share) => share < threshold);
  const start = below + 1;
  return smoothed.length - start >= IN_A_ROW ? x[start] : null;
}

export const deadGroups: RunRule = {
  info,
  check({ series, resamplesDeadGroups }) {
    const zero = series.get("group/zero_share");
    if (!zero) return [];
    const finite = zero.x.flatMap((x, i) =>
      Number.isFinite(zero.value[i]) ? [{ x, share: zero.value[i] }] : [],
    );
    if (finite.length < IN_A_ROW) return [];
    const smoothed = ewma(
      finite.map((p) => p.share),
      SPAN,
    );
    const at = finite.map((p) => p.x);
    const critical = since(at, smoothed, CRITICAL);
    const from = critical ?? since(at, smoothed, CAUTION);
    if (from === null) return [];
    const to = at[at.length - 1];
    const now = smoothed[smoothed.length - 1];
    const cause = causeOf(
      series.get("group/all_solved_share")?.value.at(-1),
      series.get("group/all_failed_share")?.value.at(-1),
    );
    const gated = resamplesDeadGroups;
    const severity = gated ? "note" : critical === null ? "caution" : "objection";
    return [
      objection(info, severity, {
        claim: gated
          ? `${writeShare(now)} of drawn groups are dead and are drawn again.`
          : `${writeShare(now)} of groups carry no gradient.`,
        evidence:
          `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; now ${writeShare(now)}${cause}.` +
          (gated ? " Dynamic sampling replaces them, at the price of more rollouts." : ""),
        span: { from, to },
      }),
    ];
  },
};

function causeOf(solved: number | undefined, failed: number | undefined): string {
  if (solved === undefined || failed === undefined || !Number.isFinite(solved + failed)) return "";
  return `, at the last step ${writeShare(solved)} all solved and ${writeShare(failed)} all failed`;
}
