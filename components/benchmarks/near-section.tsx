"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { NearDuplicates } from "#server/contracts/benchmark.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

function Found({ found: { sets, own, compared, left } }: { found: NearDuplicates }) {
  const looked = `${countOf(own, "problem")} compared with ${countOf(compared, "problem")} of other sets${left > 0 ? `; ${writeCount(left)} were left out, since there are too many` : ""}.`;
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

interface NearSectionProps {
  id: string;
  /** What was found when the set was registered, or later; absent until it is known. */
  near: NearDuplicates | undefined;
  newerSets: number;
  now: number;
}

/** Problems of other sets that are almost those of this one. */
export function NearSection({ id, near, newerSets, now }: NearSectionProps) {
  const compare = useMutation(useApi().benchmarks.compare.mutationOptions());
  return (
    <Section
      title="Near-duplicates"
      note="at least four fifths of the rows the same, whatever they are called; the same problems are above"
    >
      {near ? (
        <Found found={near} />
      ) : (
        <p>Not looked for yet; the server does so after a set is registered.</p>
      )}
      {near ? (
        <div className="btn-row">
          <span className="muted">
            Looked for <Time at={near.at} now={now} form="moment" />
            {newerSets > 0
              ? `; ${countOf(newerSets, "set was", "sets were")} registered since, and compared with this one then.`
              : "."}
          </span>
          <Button
            size="small"
            blocked={compare.isPending ? "Comparing rows" : undefined}
            onClick={() => compare.mutate({ id })}
          >
            Look again
          </Button>
        </div>
      ) : null}
      {compare.error ? (
        <p className="crit" role="alert">
          {compare.error.message}
        </p>
      ) : null}
    </Section>
  );
}
