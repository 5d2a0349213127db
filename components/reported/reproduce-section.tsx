"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { QueryState } from "#components/layout/query-state.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { launchHref } from "#components/search-params/launch.ts";
import { reproduceSearch } from "#components/search-params/reported.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import type { ReproduceAnswer } from "#server/contracts/reported/reproduction.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeN } from "#server/wording/counts.ts";
import { kindOfUnit, printedUnit } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { ReportedText, ReproductionText } from "./reported-value.tsx";

/** What of a reported row the launch form takes, and what it cannot. */
function Settings({ same, differs }: ReproduceAnswer["plan"]) {
  if (same.length + differs.length === 0) return <p className="quiet">No settings were reported of it.</p>;
  return (
    <Table label="Settings as reported and here">
      <thead>
        <Row>
          <HeadCell fixed>Setting</HeadCell>
          <HeadCell num>Reported</HeadCell>
          <HeadCell>Here</HeadCell>
          <HeadCell>From</HeadCell>
        </Row>
      </thead>
      <tbody>
        {same.map(({ field, label, text, from }) => (
          <Row key={field}>
            <Cell fixed>{label}</Cell>
            <Cell num>
              <ReportedText text={text} />
            </Cell>
            <Cell>as reported</Cell>
            <Cell quiet wrap>
              {visibleName(from)}
            </Cell>
          </Row>
        ))}
        {differs.map(({ name, text, here, from }) => (
          <Row key={name}>
            <Cell fixed>{visibleName(name)}</Cell>
            <Cell num>
              <ReportedText text={text} />
            </Cell>
            <Cell>differs{here === null ? "" : `: ${here}`}</Cell>
            <Cell quiet wrap>
              {visibleName(from)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Reported values beside what an experiment measured of the same configuration. */
function Results({ result }: { result: NonNullable<ReproduceAnswer["result"]> }) {
  return (
    <Table label="Reported and measured">
      <thead>
        <Row>
          <HeadCell fixed>Metric</HeadCell>
          <HeadCell num>Reported</HeadCell>
          <HeadCell num sub="[95 %]">
            Measured
          </HeadCell>
          <HeadCell>Verdict</HeadCell>
        </Row>
      </thead>
      <tbody>
        {result.map(({ key, text, n, measured, reproduction }) => (
          <Row key={key}>
            <Cell fixed>{key}</Cell>
            <Cell num>
              <ReportedText text={text} />
              {n === null ? null : <span className="value-aside"> {writeN(n)}</span>}
            </Cell>
            <Cell num>
              {measured ? (
                <Value
                  value={measured.value}
                  kind={kindOfUnit(measured.unit)}
                  unit={printedUnit(measured.unit)}
                  interval={
                    measured.low === null || measured.high === null
                      ? null
                      : { low: measured.low, high: measured.high }
                  }
                />
              ) : (
                NOT_MEASURED
              )}
            </Cell>
            <Cell wrap>
              <ReproductionText reproduction={reproduction} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** From an entry of a reported table to a launch form, and to the result beside what was reported. */
export function ReproduceSection({ id, entries }: { id: string; entries: readonly string[] }) {
  const api = useApi();
  const project = useProject();
  const [{ entry: asked, with: experiment }, setSearch] = useQueryStates(reproduceSearch);
  const entry = asked ?? entries[0] ?? null;
  const experiments = useQuery(
    api.experiments.list.queryOptions({ project }, { meta: liveOn([topics.experiments], 5000) }),
  );
  const query = useQuery(
    api.reported.reproduce.queryOptions(
      { id, entry: entry ?? "", experiment },
      {
        enabled: entry !== null,
        placeholderData: keepPreviousData,
        meta: liveOn([topics.reports, ...(experiment ? [topics.experiment(experiment)] : [])], 2000),
      },
    ),
  );
  if (entry === null) return null;
  return (
    <Section
      title="Reproduce"
      end={
        <>
          <Select
            label="Entry"
            value={entry}
            onChange={(value) => void setSearch({ entry: value })}
            options={entries.map((name) => ({ value: name, label: visibleName(name) }))}
            width={170}
          />
          <Select
            label="Measured in"
            value={experiment ?? ""}
            onChange={(value) => void setSearch({ with: value || null })}
            options={[
              { value: "", label: "no experiment" },
              ...(experiments.data ?? []).map(({ id: one, title }) => ({
                value: one,
                label: visibleName(title),
              })),
            ]}
            width={190}
          />
        </>
      }
    >
      <QueryState query={query} what="the nearest recipe" height={160}>
        {({ plan, result }) => (
          <>
            {plan.recipe ? (
              <>
                <p>
                  Nearest: {plan.recipe.title}, preset {plan.recipe.presetTitle}.{" "}
                  <LinkButton
                    href={launchHref("/launch", {
                      recipe: plan.recipe.slug,
                      presets: [plan.recipe.preset],
                      set: plan.set,
                      title: `Reproduce ${plan.entry}`,
                    })}
                  >
                    Open the launch form
                  </LinkButton>
                </p>
                <Settings {...plan} />
              </>
            ) : (
              <p className="quiet">No recipe here has the name {visibleName(plan.entry)}.</p>
            )}
            {result ? <Results result={result} /> : null}
          </>
        )}
      </QueryState>
    </Section>
  );
}
