"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { NearDuplicates } from "#server/contracts/benchmark.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

function Found({ found: { sets, compared, left } }: { found: NearDuplicates }) {
  const looked = `${countOf(compared, "problem")} of other sets compared${left > 0 ? `, ${writeCount(left)} not: there are too many` : ""}.`;
  if (sets.length === 0) return <p>{`No near-duplicate. ${looked}`}</p>;
  return (
    <Table label="Sets with near-duplicates" density="dense" foot={looked}>
      <thead>
        <Row>
          <HeadCell fixed>Set</HeadCell>
          <HeadCell num sub="problems">
            Near
          </HeadCell>
          <HeadCell num sub="problems">
            Compared
          </HeadCell>
          <HeadCell>For example</HeadCell>
        </Row>
      </thead>
      <tbody>
        {sets.map(({ id, name, near, compared: of, example }) => (
          <Row key={id}>
            <Cell fixed>
              <PageLink href={`/benchmarks/${id}`}>{name}</PageLink>
            </Cell>
            <Cell num>{writeCount(near)}</Cell>
            <Cell num>{writeCount(of)}</Cell>
            <Cell>
              {example.other} like {example.own}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Problems of other sets that are almost those of this one; they are compared when somebody asks. */
export function NearSection({ id, n }: { id: string; n: number }) {
  const [asked, setAsked] = useState(false);
  const query = useQuery(useApi().benchmarks.near.queryOptions({ id }, { enabled: asked }));
  return (
    <Section
      title="Near-duplicates"
      note="at least four fifths of the rows the same, whatever they are called; the same problems are above"
    >
      {query.data ? (
        <Found found={query.data} />
      ) : (
        <div className="btn-row">
          <Button
            blocked={asked && !query.error ? "Comparing rows" : undefined}
            onClick={() => (asked ? void query.refetch() : setAsked(true))}
          >
            {`Compare its ${countOf(n, "problem")} with all other sets`}
          </Button>
        </div>
      )}
      {query.error ? (
        <p className="crit" role="alert">
          {query.error.message}
        </p>
      ) : null}
    </Section>
  );
}
