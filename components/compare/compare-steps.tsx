import { type SharePart, StackedShares } from "#components/charts/stacked-shares.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Comparison } from "#server/contracts/compare/compare.ts";
import { writeCount } from "#server/wording/counts.ts";

const RANGES: { label: string; from: number; to: number; fill: SharePart["fill"] }[] = [
  { label: "1 step", from: 0, to: 1, fill: 6 },
  { label: "2", from: 2, to: 2, fill: 5 },
  { label: "3", from: 3, to: 3, fill: 4 },
  { label: "4 to 5", from: 4, to: 5, fill: 3 },
  { label: "6 to 10", from: 6, to: 10, fill: 2 },
  { label: "11 and more", from: 11, to: Number.POSITIVE_INFINITY, fill: 1 },
];

const PARTS: SharePart[] = [
  ...RANGES.map(({ label, fill }) => ({ label, fill })),
  { label: "not solved", fill: "rule" },
];

/** How many steps the solved problems took, as shares of all problems of each side. */
export function CompareSteps({ comparison }: { comparison: Comparison }) {
  const rows = comparison.sides.map((side, i) => {
    const { solvedAt, unsolved } = comparison.steps[i];
    const count = (from: number, to: number) =>
      solvedAt.reduce((sum, s) => sum + (s.steps >= from && s.steps <= to ? s.n : 0), 0);
    const counts = [...RANGES.map(({ from, to }) => count(from, to)), unsolved];
    return {
      key: side.evaluationId,
      name: side.name,
      shares: counts.map((n) => (side.n === 0 ? 0 : n / side.n)),
      n: side.n,
      end: `n ${writeCount(side.n)}`,
    };
  });
  return (
    <Section
      title="Steps"
      note="% of problems by the step that solved them; every action counts, diagnosing too"
    >
      <StackedShares label="Steps to the solution" parts={PARTS} rows={rows} />
    </Section>
  );
}
