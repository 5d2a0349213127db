"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { type DiagnosisChoice, REPORTED_DA } from "#packs/repair/contracts/choice.ts";
import type { Decodings as Data } from "#packs/repair/contracts/diagnosis.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import { columnDecimals } from "#server/wording/quantities.ts";

function DecodingTable({ data, current }: { data: Data; current: string }) {
  const decimals = columnDecimals(data.rows.map(({ steps }) => steps));
  return (
    <Table
      label="One policy, decoded in several ways"
      density="dense"
      foot={`DA: ${data.definition}. ${data.sentences.join(" ")}`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Decoding</HeadCell>
          <HeadCell num sub="% [95 %]">
            RR@5
          </HeadCell>
          <HeadCell num sub="mean">
            Steps
          </HeadCell>
          <HeadCell num sub={`%, ${data.title.replace(/^DA, /, "")}`}>
            DA
          </HeadCell>
          <HeadCell>Run</HeadCell>
        </Row>
      </thead>
      <tbody>
        {data.rows.map(({ id, decoding, rrAt5, steps, da, run }) => (
          <Row key={id}>
            <Cell fixed>
              {id === current ? (
                <b>{decoding}</b>
              ) : (
                <PageLink href={`/evaluations/${id}`}>{decoding}</PageLink>
              )}
            </Cell>
            <Cell num>
              <RateCell count={rrAt5.hits} n={rrAt5.n} interval={rrAt5} />
            </Cell>
            <Cell num>
              <Value value={steps} decimals={decimals} />
            </Cell>
            <Cell num>
              <Value value={da.value} kind="share" n={da.n} nText={writeN(da.n)} />
            </Cell>
            <Cell quiet>
              <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** The policy of an evaluation decoded in each way that was measured: what differs was not learnt. DA as the reports counted it, unless another is read. */
export function Decodings({ evaluationId, choice }: { evaluationId: string; choice?: DiagnosisChoice }) {
  const { data } = useQuery(
    useApi().evaluations.decodings.queryOptions({ id: evaluationId, ...(choice ?? REPORTED_DA) }),
  );
  if (!data || data.rows.length < 2) return null;
  return (
    <Section
      title="One policy, decoded in other ways"
      note={`one policy on the same ${countOf(data.rows[0].n, "problem")}; what differs was not learnt`}
    >
      <DecodingTable data={data} current={evaluationId} />
    </Section>
  );
}
