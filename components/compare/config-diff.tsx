import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RunLines } from "#server/contracts/compare/compare-runs.ts";
import { plural, writeOf } from "#server/wording/counts.ts";
import { writeSet } from "#server/wording/typed.ts";

interface ConfigDiffProps {
  title: string;
  sides: { key: string; name: string; recipe: string }[];
  lines: Omit<RunLines, "names"> & Partial<Pick<RunLines, "names">>;
  all: boolean;
  onAll: (all: boolean) => void;
}

/** What stands behind the sides, only what differs unless all is asked for. A dash: there is nothing of that name. */
export function ConfigDiff({
  title,
  sides,
  lines: { lines, differing, names = 0, total },
  all,
  onAll,
}: ConfigDiffProps) {
  const shown = all ? lines : lines.filter((line) => line.differs);
  // Two recipes differ in most of what they have, which answers nothing.
  const isOneRecipe = new Set(sides.map(({ recipe }) => recipe)).size === 1;
  const table = (
    <Table
      label={`${title} by run`}
      density="dense"
      foot={[
        shown.length < (all ? total : differing + names)
          ? `Showing ${writeOf(shown.length, all ? total : differing + names)}.`
          : "",
        names > 0 ? `Gray: ${plural(names, "names", "name")} a run, a place or a moment; not counted.` : "",
      ].join(" ")}
    >
      <thead>
        <Row>
          <HeadCell fixed>Name</HeadCell>
          {sides.map((side) => (
            <HeadCell key={side.key}>{side.name}</HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {shown.map((line) => (
          <Row key={`${line.label} ${line.name}`}>
            <Cell fixed>
              <code data-tip={line.label} className={line.names ? "muted" : undefined}>
                {line.name}
              </code>
            </Cell>
            {line.values.map((value, i) => (
              <Cell key={sides[i].key} wrap quiet={line.names === true || value === line.values[0]}>
                {line.differs && !line.names && value !== line.values[0] ? (
                  <b>{writeSet(value)}</b>
                ) : (
                  writeSet(value)
                )}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
  return (
    <Section
      title={`${title}, ${writeOf(differing, total)} differ`}
      end={
        <Checkbox checked={all} onChange={onAll}>
          Equal ones as well
        </Checkbox>
      }
    >
      {shown.length === 0 ? (
        <Notice>{total === 0 ? "Nothing is on record." : "No difference is on record."}</Notice>
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
