import type { BandVerdict } from "#components/charts/prepare/band-distance.ts";
import { formatShare } from "#components/ui/format/format-share.ts";
import { THIN } from "#components/ui/format/typography.ts";
import { labelText } from "#components/episodes/label-text.ts";
import type { LabelDistribution, LabelShare } from "#server/contracts/prm.ts";

/** The verdict beside a bar: the whole interval decides, and the distance is from its nearer end to the band's edge. */
export function verdictText({ verdict, beyond }: LabelShare): BandVerdict {
  if (verdict === "above" || verdict === "below") {
    const points = Math.abs(beyond * 100);
    const text = points < 0.1 ? `just ${verdict}` : `${points.toFixed(1)}${THIN}pp or more ${verdict}`;
    return { outside: true, text };
  }
  const words = { inside: "inside", unclear: "cannot tell", "no band": "no band" };
  return { outside: false, text: words[verdict] };
}

const list = (parts: string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const outsideOf = ({ labels }: LabelDistribution) =>
  labels.filter(({ verdict }) => verdict === "above" || verdict === "below");

/** "2 of 4", with the words that go under it. */
export function bandFact(distribution: LabelDistribution): { value: string; note: string; outside: boolean } {
  const banded = distribution.labels.filter((label) => label.expected);
  const outside = outsideOf(distribution);
  const unclear = banded.filter((label) => label.verdict === "unclear");
  const parts = [
    ...outside.map((label) => `${labelText(label.label)} ${label.verdict}`),
    ...unclear.map((label) => `${labelText(label.label)} cannot tell`),
  ];
  return {
    value: `${outside.length} of ${banded.length}`,
    note: parts.length > 0 ? parts.join(", ") : "every interval lies inside its band",
    outside: outside.length > 0,
  };
}

/** Claim and evidence where labels leave their bands; null where none surely does. */
export function bandFinding(distribution: LabelDistribution): { claim: string; evidence: string } | null {
  const outside = outsideOf(distribution);
  if (outside.length === 0) return null;
  const names = list(outside.map(({ label }) => labelText(label)));
  const evidence = outside.map(({ label, share, expected, verdict }) => {
    const edge = verdict === "above" ? expected?.high : expected?.low;
    const bounds = `[${formatShare(share.low)}, ${formatShare(share.high)}]`;
    return `${labelText(label)} is ${formatShare(share.value, { unit: true })} ${bounds}, ${verdict} ${formatShare(edge, { decimals: 0, unit: true })}`;
  });
  return {
    claim: outside.length === 1 ? `Label ${names} leaves its band.` : `Labels ${names} leave their bands.`,
    evidence: `${evidence.join("; ")}.`,
  };
}
