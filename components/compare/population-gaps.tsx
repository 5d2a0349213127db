import { Button } from "#components/ui/controls/button.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Comparison, PopulationGap } from "#server/contracts/compare/compare.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeShare } from "#server/wording/quantities.ts";

function some(keys: string[], total: number): string {
  if (total === 0) return "none";
  const rest = total - keys.length;
  return keys.join(", ") + (rest > 0 ? ` and ${writeCount(rest)} more` : "");
}

const percent = (count: number, n: number) => writeShare(n === 0 ? null : count / n, n);

function kindsWords({ mix, kinds }: PopulationGap): string {
  return mix.length === kinds
    ? "All types and levels."
    : `${writeOf(mix.length, kinds, "kind")} shown, those whose share differs most.`;
}

function Gap({ gap, comparison }: { gap: PopulationGap; comparison: Comparison }) {
  const [first, other] = [comparison.sides[0], comparison.sides[gap.side]];
  return (
    <Table
      label={`Problems of ${other.name} and ${first.name}`}
      density="dense"
      foot={`${kindsWords(gap)} Only in ${first.name}: ${some(gap.examplesFirst, gap.onlyFirst)}. Only in ${other.name}: ${some(gap.examplesThis, gap.onlyThis)}.${
        gap.mixDistance === null
          ? ""
          : ` The mix of types and levels differs by ${writeShare(gap.mixDistance)} of the problems (total variation).`
      }`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Problems</HeadCell>
          <HeadCell num sub="problems">
            {first.name}
          </HeadCell>
          <HeadCell num sub="share">
            {first.name}
          </HeadCell>
          <HeadCell num sub="problems">
            {other.name}
          </HeadCell>
          <HeadCell num sub="share">
            {other.name}
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {gap.mix.map(({ kind, first: a, this: b }) => (
          <Row key={kind}>
            <Cell fixed>type {kind}</Cell>
            <Cell num>{writeCount(a)}</Cell>
            <Cell num>{percent(a, first.measured)}</Cell>
            <Cell num>{writeCount(b)}</Cell>
            <Cell num>{percent(b, other.measured)}</Cell>
          </Row>
        ))}
        <Row kind="sum">
          <Cell fixed>in all</Cell>
          <Cell num>{writeCount(first.measured)}</Cell>
          <Cell num>{`${writeCount(gap.shared)} shared`}</Cell>
          <Cell num>{writeCount(other.measured)}</Cell>
          <Cell num>{`${writeCount(gap.shared)} shared`}</Cell>
        </Row>
      </tbody>
    </Table>
  );
}

interface PopulationGapsProps {
  comparison: Comparison;
  onRestrict: (on: boolean) => void;
}

/** How the problems differ, and the one click that counts only the common ones. Nothing where they are the same. */
export function PopulationGaps({ comparison, onRestrict }: PopulationGapsProps) {
  const { gaps, common, restricted, sides } = comparison;
  if (gaps === null) return null;
  const differing = gaps.filter((gap) => gap.onlyFirst > 0 || gap.onlyThis > 0);
  if (common === 0)
    return (
      <Section title="Different problems">
        <p>
          No problem was measured in all {sides.length} evaluations, so they cannot be restricted to common
          ones.
        </p>
      </Section>
    );
  return (
    <Section
      title={restricted ? `Restricted to ${countOf(common, "common problem")}` : "Different problems"}
      note={
        restricted
          ? "values, intervals and differences below count these alone"
          : `${countOf(common, "problem is", "problems are")} common to all ${sides.length}; no difference is given until only those are counted`
      }
      end={
        restricted ? (
          <Button size="small" onClick={() => onRestrict(false)}>
            Count all problems
          </Button>
        ) : (
          <Button size="small" kind="primary" onClick={() => onRestrict(true)}>
            Count only the {countOf(common, "common problem")}
          </Button>
        )
      }
    >
      {differing.map((gap) => (
        <Gap key={gap.side} gap={gap} comparison={comparison} />
      ))}
    </Section>
  );
}
