import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { DifficultyCurve, TypeLevels } from "#server/contracts/benchmark.ts";
import { writeN } from "#server/wording/counts.ts";
import { writeShare, writeValue } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { typesFinding } from "#packs/repair/wording/difficulty.ts";

interface TypesTableProps {
  types: TypeLevels[];
  levels: DifficultyCurve["levels"];
  /** Whose shares these are. */
  name: string;
}

/** What one policy solves by error type and level, with how many faults the problems have: which type turns the order over. */
export function TypesTable({ types, levels, name }: TypesTableProps) {
  return (
    <>
      <p>{typesFinding(types)}</p>
      <Table label={`RR@5 by error type, ${name}`} density="dense" foot={`RR@5 of ${name}.`}>
        <thead>
          <Row>
            <HeadCell fixed>Type</HeadCell>
            {levels.map(({ level }) => (
              <HeadCell key={level} num sub="RR@5, faults">
                {level}
              </HeadCell>
            ))}
          </Row>
        </thead>
        <tbody>
          {types.map(({ type, levels: own }) => (
            <Row key={type}>
              <Cell fixed>{type}</Cell>
              {levels.map(({ level }) => {
                const found = own.find((one) => one.level === level);
                return (
                  <Cell key={level} num>
                    {found ? (
                      <>
                        {writeShare(found.rrAt5.value, found.rrAt5.n)}{" "}
                        <span className="aside-num">
                          {writeN(found.rrAt5.n)}
                          {found.faults === null ? "" : `, ${writeValue(found.faults, "number")}`}
                        </span>
                      </>
                    ) : (
                      NOT_MEASURED
                    )}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}
