"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { AgainstStart } from "#server/contracts/rollouts/against-start.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { AGAINST_METHOD, againstRows, againstSentences } from "#server/wording/against-start.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { writeNumber, writeWhole } from "#server/wording/numbers.ts";
import { type ChangeView, groupsHref } from "./rollout-search.ts";

interface AgainstStartPageProps {
  runId: string;
  onView: ChangeView;
}

/** The last evaluation of a run against its first one, problem by problem. */
export function AgainstStartPage({ runId, onView }: AgainstStartPageProps) {
  const query = useQuery(useApi().rollouts.againstStart.queryOptions({ runId }));
  return (
    <div className="rollouts">
      <div className="toolbar">
        <Button size="small" onClick={() => onView({ against: null })}>
          Back to the groups
        </Button>
      </div>
      <QueryState query={query} what="the comparison" height={400}>
        {(found) => <Compared found={found} />}
      </QueryState>
    </div>
  );
}

function Compared({ found }: { found: AgainstStart }) {
  const { start, trained, threshold, problems, severalPolicies, lost, lostProblems } = found;
  const [first, ...others] = againstSentences(found);
  const heads = [start, trained].map(({ step }) => `step ${writeWhole(step)}`);
  return (
    <>
      <Section
        title="Against the start"
        note={`${heads.join(" and ")}; ${countOf(problems, "problem")}; right from reward ${writeNumber(threshold)}`}
      >
        {severalPolicies ? <Strip level="warning" claim={first} /> : <p>{first}</p>}
        {others.map((message) => (
          <p key={message}>{message}</p>
        ))}
        <Table label="Against the start" how={AGAINST_METHOD}>
          <thead>
            <Row>
              <HeadCell fixed>Share of problems</HeadCell>
              <HeadCell num sub={heads[0]}>
                Start
              </HeadCell>
              <HeadCell num sub={heads[1]}>
                Trained
              </HeadCell>
              <HeadCell num sub="95 %">
                Difference
              </HeadCell>
            </Row>
          </thead>
          <tbody>
            {againstRows(found).map((row) => (
              <Row key={row.name}>
                <Cell fixed>{row.name}</Cell>
                <Cell num>{row.start}</Cell>
                <Cell num>{row.trained}</Cell>
                <Cell num>{row.difference}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
      {lost > 0 ? (
        <Section title="Lost problems" note="solved by the start, never by the trained policy">
          <ul className="audit-differ">
            {lostProblems.map((one) => (
              <li key={one.key}>
                <PageLink
                  href={groupsHref(found.runId, { phase: "eval", step: trained.step, group: one.key })}
                >
                  {groupName(one)}
                </PageLink>
                : {writeOf(one.startRight, one.startTries, "try", "tries")} right at the start
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
