import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Comparison } from "#server/contracts/compare.ts";
import { writeOf } from "#server/wording/counts.ts";
import { writeSet } from "#server/wording/typed.ts";

interface ConfigDiffProps {
  comparison: Comparison;
  all: boolean;
  onAll: (all: boolean) => void;
}

/** Parameters of the runs behind the sides, only what differs unless all are asked for. A dash: the recipe has no such parameter. */
export function ConfigDiff({ comparison, all, onAll }: ConfigDiffProps) {
  const { sides, config } = comparison;
  const differing = config.filter((line) => line.differs);
  const shown = all ? config : differing;
  // Two recipes differ in most of what they have, which answers nothing.
  const isOneRecipe = new Set(sides.map(({ recipe }) => recipe)).size === 1;
  const table = (
    <Table label="Parameters by run" density="dense">
      {" "}
      <thead>
        <Row>
          <HeadCell fixed>Parameter</HeadCell>
          {sides.map((side) => (
            <HeadCell key={side.evaluationId}>{side.name}</HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {shown.map((line) => (
          <Row key={line.name}>
            <Cell fixed>
              <code data-tip={line.label}>{line.name}</code>
            </Cell>
            {line.values.map((value, i) => (
              <Cell key={sides[i].evaluationId} wrap quiet={value === line.values[0]}>
                {line.differs && value !== line.values[0] ? <b>{writeSet(value)}</b> : writeSet(value)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
  return (
    <Section
      title={`Configuration, ${writeOf(differing.length, config.length)} differ`}
      end={
        <Checkbox checked={all} onChange={onAll}>
          Equal ones as well
        </Checkbox>
      }
    >
      {shown.length === 0 ? (
        <Notice>The runs have the same configuration and seed.</Notice>
      ) : isOneRecipe ? (
        table
      ) : (
        <Disclosure summary="What two recipes have in common, and what only one of them has">
          {table}
        </Disclosure>
      )}
    </Section>
  );
}
