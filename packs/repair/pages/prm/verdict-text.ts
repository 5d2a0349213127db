import { countOf, listAnd, plural, writeOf } from "#server/wording/counts.ts";
import {
  quantityText,
  writeShare,
  writeSetShare,
  writeSize,
  writeStepLabel,
} from "#server/wording/quantities.ts";
import { settledSign } from "#server/numbers/excludes-zero.ts";
import type { BandVerdict } from "#components/charts/prepare/layer.ts";
import type {
  LabelDistribution,
  LabelShare,
  RewardedRun,
  RulesAgreement,
} from "#packs/repair/contracts/prm.ts";

/** The verdict beside a bar: the whole interval decides, and the distance is from its nearer end to the band's edge. */
export function verdictText({ verdict, beyond }: LabelShare): BandVerdict {
  if (verdict === "above" || verdict === "below") {
    const least = Math.abs(beyond);
    const text = least < 0.001 ? `just ${verdict}` : `${writeSize(least, "share")} or more ${verdict}`;
    return { outside: true, text };
  }
  const words = { inside: "inside", unclear: "cannot tell", "no band": "no band" };
  return { outside: false, text: words[verdict] };
}

const externalOf = ({ labels }: LabelDistribution) =>
  labels.filter(({ verdict }) => verdict === "above" || verdict === "below");

/** "2 of 4", with the words that go under it. */
export function bandFact(distribution: LabelDistribution): { value: string; note: string; outside: boolean } {
  const banded = distribution.labels.filter((label) => label.expected);
  if (banded.length === 0)
    return {
      value: "none stated",
      note: "the plan expects bands of the reports' rules alone",
      outside: false,
    };
  const outside = externalOf(distribution);
  const unclear = banded.filter((label) => label.verdict === "unclear");
  const parts = [
    ...outside.map((label) => `${writeStepLabel(label.label)} ${label.verdict}`),
    ...unclear.map((label) => `${writeStepLabel(label.label)} cannot tell`),
  ];
  return {
    value: writeOf(outside.length, banded.length),
    note: parts.length > 0 ? parts.join(", ") : "every interval lies inside its band",
    outside: outside.length > 0,
  };
}

/** Claim and evidence where labels leave their bands; null where none surely does. */
export function bandFinding(distribution: LabelDistribution): { claim: string; evidence: string } | null {
  const outside = externalOf(distribution);
  if (outside.length === 0) return null;
  const names = listAnd(outside.map(({ label }) => writeStepLabel(label)));
  const evidence = outside.map(({ label, share, expected, verdict }) => {
    const edge = verdict === "above" ? expected?.high : expected?.low;
    const measured = quantityText({ ...share, unit: "share", n: distribution.n });
    return `${writeStepLabel(label)} is ${measured}, ${verdict} ${writeSetShare(edge ?? Number.NaN)}`;
  });
  return {
    claim: `${plural(outside.length, "Label", "Labels")} ${names} ${plural(outside.length, "leaves its band", "leave their bands")}.`,
    evidence: `${evidence.join("; ")}.`,
  };
}

/** From this share of a root's removals on that count as nothing, the labels are said to miss repairs. */
const MANY = 0.2;

/** Of fewer removals nothing is said: steps of one episode depend on each other, and a handful of episodes can hold them all. */
const FEWEST_REMOVALS = 30;

/** Whether a set of rules gives 0 to many steps that took away a root. */
export const missesRepairs = ({ roots, rootsAtZero }: RulesAgreement): boolean =>
  rootsAtZero !== null && roots >= FEWEST_REMOVALS && rootsAtZero >= MANY;

/** Claim and evidence where the labels of the chosen sets miss repairs; null where they do not. */
export function agreementFinding({
  agreement,
}: LabelDistribution): { claim: string; evidence: string } | null {
  const own = agreement.find((row) => row.isOwn && missesRepairs(row));
  if (!own) return null;
  const other = agreement.find((row) => row.rules !== own.rules && !missesRepairs(row));
  const by = other ? ` By progress ${writeShare(other.rootsAtZero, other.roots)}.` : "";
  return {
    claim: "The labels miss repairs.",
    evidence: `${writeShare(own.rootsAtZero, own.roots)} of ${countOf(own.roots, "removal")} of a shown root are labeled 0.${by}`,
  };
}

/** Whether a score rose in a run while what it should stand for fell: each by an interval that excludes 0. */
export const isGamed = ({ scoreChange, quickChange }: RewardedRun): boolean =>
  settledSign(scoreChange) === 1 && settledSign(quickChange) === -1;

/** Said before the runs that it rewards: which of these models rank poorly, and how many runs each pays. */
export function poorlyRanked(rewarded: readonly RewardedRun[]): { claim: string; evidence: string }[] {
  const byModel = Map.groupBy(rewarded, ({ model }) => model.id);
  return [...byModel.values()].flatMap((runs) => {
    const [{ model }] = runs;
    if (!model.poor || model.ranks === null) return [];
    return [
      {
        claim: `${model.name} ${model.ranks} and rewards ${countOf(runs.length, "run")} here.`,
        evidence: "Of two steps with different labels it puts more than one in four in the wrong order.",
      },
    ];
  });
}
