import Link from "next/link";
import { Pairs } from "#components/ui/pairs.tsx";
import { Value } from "#components/ui/value.tsx";
import type { AblationRow, TableColumn } from "#server/contracts/experiment.ts";
import { columnKind, printedUnit } from "./table-columns.ts";

/** Where a cell's number comes from: its definition, method, and the value of every seed with its run. */
export function SeedDetails({ row, column }: { row: AblationRow; column: TableColumn }) {
  const e = row.metrics[column.metric];
  return (
    <>
      <p>{e.definition}.</p>
      <p>
        {e.method}; n {e.n} {e.unit}
        {e.n === 1 ? "" : "s"}
        {column.problems ? `, ${column.problems} problems each` : ""}. Recomputed from stored rows.
      </p>
      <Pairs
        pairs={row.bySeed[column.metric].map((s) => ({
          name: `seed ${s.seed}`,
          value: (
            <>
              <Value
                value={s.value}
                kind={columnKind(column)}
                n={column.problems ?? 1000}
                unit={printedUnit(column)}
              />{" "}
              <Link href={`/runs/${s.runId}`}>run</Link>
            </>
          ),
        }))}
      />
    </>
  );
}
