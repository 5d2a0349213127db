import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { LABEL_RULES_TITLES } from "#server/contracts/label-rule.ts";
import type { RulesAgreement } from "#packs/repair/contracts/prm.ts";
import { writeCount } from "#server/wording/counts.ts";
import { missesRepairs } from "./verdict-text.ts";

/** How each set of rules labels what was taken away, against what was injected. */
export function AgreementSection({ agreement }: { agreement: RulesAgreement[] }) {
  if (agreement.length === 0) return null;
  return (
    <Section title="Agreement with the injected roots" note="removals from the IIS shown last">
      <Table
        label="Agreement with the injected roots"
        how="Removals: DROP and UPDATE_BOUNDS. A root is an element of an injected fault. The reports' rules compare the size of one conflict that a fixed solve finds; where several faults are left, taking away a root of another one leaves it as it was. Progress asks by how much the bounds of all elements must be exceeded at least, before and after: any member of a conflict brings that down, innocent or not. No intervals: steps of one episode depend on each other."
      >
        <thead>
          <Row>
            <HeadCell fixed>Rules</HeadCell>
            <HeadCell num sub="removals, n">
              Roots
            </HeadCell>
            <HeadCell num sub="% of them">
              Labeled 0
            </HeadCell>
            <HeadCell num sub="removals, n">
              Innocent
            </HeadCell>
            <HeadCell num sub="% of them">
              Labeled 1
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {agreement.map((row) => (
            <Row key={row.rules}>
              <Cell fixed>
                {LABEL_RULES_TITLES[row.rules]}{" "}
                {row.isOwn ? <span className="muted">gave these labels</span> : null}
              </Cell>
              <Cell num>{writeCount(row.roots)}</Cell>
              <Cell num>
                {row.isOwn && missesRepairs(row) ? (
                  <FindingFlag level="warning" label="many repairs of a root count as nothing" />
                ) : null}{" "}
                <Value value={row.rootsAtZero} kind="share" n={row.roots} />
              </Cell>
              <Cell num>{writeCount(row.innocents)}</Cell>
              <Cell num>
                <Value value={row.innocentsAtOne} kind="share" n={row.innocents} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
