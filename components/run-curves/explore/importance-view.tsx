"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ImportanceBars } from "#components/charts/values/importance-bars.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Section } from "#components/ui/section.tsx";
import type { ImportanceGroup, ImportanceInput } from "#server/contracts/charts/run-values.ts";
import {
  groupWords,
  importanceMethod,
  importanceOf,
  importanceWarnings,
  levelWords,
} from "#server/wording/importance.ts";
import { columnFacts } from "./columns.ts";

/** What each parameter of these runs decides of an outcome; runs of several quantities are never put together. */
export function ImportanceView({ input }: { input: ImportanceInput }) {
  const query = useQuery(
    useApi().views.importance.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  const { title } = columnFacts(input.outcome);
  return (
    <QueryState
      query={query}
      what="the shares"
      height={300}
      isEmpty={({ groups }) => groups.length === 0}
      empty={<Notice>No finished run has a value of {title} that may be compared with others.</Notice>}
    >
      {(found) => (
        <>
          {/* That all are counted, the sentence of the page and the n of the section say. */}
          {found.valued - found.unranked < found.total ? (
            <p className="value-read">{importanceOf(found)}</p>
          ) : null}
          {found.groups.map((group) => (
            <Group key={group.words} group={group} title={title} />
          ))}
        </>
      )}
    </QueryState>
  );
}

function Group({ group, title }: { group: ImportanceGroup; title: string }) {
  const { words, parameters, chance } = group;
  const warnings = importanceWarnings(group);
  const label = `What decides ${title}${words === "" ? "" : `: ${words}`}`;
  return (
    <Section title={label} note={groupWords(group)} rule={words === "" ? undefined : "thin"}>
      {warnings.map((warning) => (
        <p key={warning} className="importance-warning">
          <FindingFlag level="warning" label="warning" /> {warning}
        </p>
      ))}
      {chance === null ? null : (
        <>
          <ImportanceBars
            label={label}
            chance={chance}
            bars={parameters.map(({ names, share, p, ...levels }) => ({
              name: names.join(" with "),
              detail: levelWords(levels),
              share,
              p,
            }))}
          />
          <p className="figure-note">{importanceMethod(group)}</p>
        </>
      )}
    </Section>
  );
}
