import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { estimateColumn } from "#components/ui/tables/estimate-column.ts";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { Reranked } from "#server/contracts/evaluation.ts";
import { countOf, writeN, writePart } from "#server/wording/counts.ts";

const boundsOf = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null ? null : { low, high };

/** What choosing among samples is worth: all of them, those that the model chose, and the best that any choice could do. */
export function RerankedSection({ reranked: { samples, rows, message } }: { reranked: Reranked }) {
  const instead = "no interval";
  const columns = {
    values: estimateColumn(
      rows.map(({ value, low, high, n }) => ({ value, low, high, n, unit: "share", instead })),
    ),
    differences: estimateColumn(
      rows.flatMap(({ difference }) =>
        difference ? [{ ...difference, n: null, unit: "share", difference: true, instead }] : [],
      ),
    ),
  };
  return (
    <Section
      title="What the choice is worth"
      note={`${countOf(samples, "sample")} of each problem. ${message}`}
    >
      <Table
        label="All samples, the chosen and the best possible"
        density="dense"
        foot={
          <>
            Difference to the mean of the samples, paired by problem, with Student&apos;s t.{" "}
            {rows.map(({ title, definition, method }) => (
              <span key={title}>
                <b>{title}</b>: {definition}; {method}.{" "}
              </span>
            ))}
          </>
        }
      >
        <thead>
          <Row>
            <HeadCell fixed>Of the samples</HeadCell>
            <HeadCell num sub="% [95 %]">
              RR@5
            </HeadCell>
            <HeadCell num sub="problems">
              n
            </HeadCell>
            <HeadCell num sub="pp [95 %]">
              Δ to their mean
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.title}>
              <Cell fixed>{row.title.replace(/^RR@5, /, "")}</Cell>
              <Cell num>
                <Value
                  value={row.value}
                  kind="share"
                  n={row.n}
                  interval={boundsOf(row)}
                  noInterval={instead}
                  column={columns.values}
                />
              </Cell>
              <Cell num>{row.hits === null ? writeN(row.n) : writePart(row.hits, row.n)}</Cell>
              <Cell num>
                {row.difference ? (
                  <span data-tip={row.difference.method}>
                    <DeltaCell
                      difference={row.difference.value}
                      interval={boundsOf(row.difference)}
                      kind="share"
                      better="higher"
                      noInterval={instead}
                      column={columns.differences}
                    />
                  </span>
                ) : null}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
