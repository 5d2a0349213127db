"use client";

import { writeStretch } from "#server/wording/charts/axes.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IisChips } from "#packs/repair/pages/episodes/iis-chips.tsx";
import { LabelMark } from "#packs/repair/pages/episodes/label-mark.tsx";
import { StepAction } from "#packs/repair/pages/episodes/episode-steps.tsx";
import { episodeHref } from "#components/search-params/evaluations.ts";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { writeOf } from "#server/wording/counts.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import type { LabelDistribution, LabelledStep } from "#packs/repair/contracts/prm.ts";
import { type PrmView, STEPS_PAGE, stepsInput } from "#components/search-params/prm.ts";
import { writeStepLabel } from "#server/wording/quantities.ts";
import { Select } from "#components/ui/controls/select.tsx";

type Filters = Pick<PrmView, "label" | "reason" | "action" | "position" | "type">;
const NONE: Filters = { label: null, reason: null, action: null, position: null, type: null };

interface StepFiltersProps {
  distribution: LabelDistribution;
  view: Filters;
  onChange: (change: Partial<Filters>) => void;
}

interface FilterProps {
  label: string;
  all: string;
  value: string | number | null;
  values: { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

function Filter({ label, all, value, values, onChange }: FilterProps) {
  return (
    <Select
      label={label}
      value={value === null ? "" : String(value)}
      onChange={(next) => onChange(next || null)}
      options={[{ value: "", label: all }, ...values]}
      width={150}
    />
  );
}

const named = (keys: string[]) => keys.map((key) => ({ value: key, label: key.replaceAll("_", " ") }));

/** What of the labelled steps is listed. */
function StepFilters({ distribution, view, onChange }: StepFiltersProps) {
  const active = Object.keys(NONE).some((key) => view[key as keyof Filters] !== null);
  const number = (value: string | null) => (value === null ? null : Number.parseFloat(value));
  return (
    <div className="toolbar">
      <Filter
        label="Label"
        all="every label"
        value={view.label}
        values={distribution.labels
          .filter((one) => one.count > 0)
          .map((one) => ({ value: String(one.label), label: `label ${writeStepLabel(one.label)}` }))}
        onChange={(value) => onChange({ label: number(value) })}
      />
      <Filter
        label="Action"
        all="every action"
        value={view.action}
        values={distribution.byAction.map(({ key }) => ({ value: key, label: key }))}
        onChange={(action) => onChange({ action })}
      />
      <Filter
        label="Reason"
        all="every reason"
        value={view.reason}
        values={named(distribution.byReason.map((row) => row.key))}
        onChange={(reason) => onChange({ reason })}
      />
      <Filter
        label="Step position"
        all="every position"
        value={view.position}
        values={distribution.byPosition.map(({ key }) => ({
          value: String(Number.parseInt(key, 10)),
          label: `step ${key}`,
        }))}
        onChange={(value) => onChange({ position: number(value) })}
      />
      {distribution.types.length > 1 ? (
        <Filter
          label="Problem type"
          all="every type"
          value={view.type}
          values={distribution.types.map((type) => ({ value: type, label: `type ${type}` }))}
          onChange={(type) => onChange({ type })}
        />
      ) : null}
      {active ? <QuietButton onClick={() => onChange(NONE)}>Every step</QuietButton> : null}
    </div>
  );
}

interface StepsSectionProps {
  distribution: LabelDistribution;
  view: PrmView;
  onChange: (change: Partial<PrmView>) => void;
}

function StepRow({ row, set }: { row: LabelledStep; set: string | undefined }) {
  return (
    <Row>
      <Cell fixed>
        <PageLink
          className="mono target"
          href={episodeHref(row.evaluationId, row.problemHash, { set: row.setId, step: row.step })}
        >
          {row.key}
        </PageLink>
      </Cell>
      <Cell quiet>
        {row.type} <span className="muted">{row.level}</span>
      </Cell>
      {set === undefined ? null : <Cell quiet>{set}</Cell>}
      <Cell num>{row.step}</Cell>
      <Cell>
        <StepAction action={row.action} target={row.target} />
      </Cell>
      <Cell wrap>
        <IisChips before={row.iisBefore} after={row.iisAfter} />
      </Cell>
      <Cell quiet>{row.reason.replaceAll("_", " ")}</Cell>
      <Cell>
        <LabelMark label={row.label} />
      </Cell>
    </Row>
  );
}

function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(total / STEPS_PAGE);
  if (pages <= 1) return null;
  return (
    <div className="btn-row">
      <Button
        blocked={page === 0 ? "This is the first page" : undefined}
        onClick={() => page > 0 && onPage(page - 1)}
      >
        Earlier steps
      </Button>
      <Button
        blocked={page + 1 >= pages ? "This is the last page" : undefined}
        onClick={() => page + 1 < pages && onPage(page + 1)}
      >
        Later steps
      </Button>
    </div>
  );
}

/** Labelled steps, a page at a time; each opens in its episode. */
export function StepsSection({ distribution, view, onChange }: StepsSectionProps) {
  const sets = distribution.sets.map((set) => set.id);
  const query = useQuery(
    useApi().prm.steps.queryOptions(stepsInput(sets, view), { placeholderData: keepPreviousData }),
  );
  const from = view.page * STEPS_PAGE;
  const several = sets.length > 1;
  const nameOf = new Map(distribution.sets.map((set) => [set.id, set.labelled.name]));
  return (
    <Section
      title="Labeled steps"
      note={query.data ? `${writeOf(query.data.total, distribution.n)} fit the filters` : undefined}
    >
      <StepFilters
        distribution={distribution}
        view={view}
        onChange={(change) => onChange({ ...change, page: 0 })}
      />
      <QueryState
        query={query}
        what="the labeled steps"
        height={400}
        empty={<Notice>No labeled step fits these filters.</Notice>}
        isEmpty={(found) => found.rows.length === 0}
      >
        {(found) => (
          <>
            <Table
              label="Labeled steps"
              foot={`Showing ${writeStretch(from + 1, from + found.rows.length)}, episode by episode.`}
            >
              <thead>
                <Row>
                  <HeadCell fixed>Problem</HeadCell>
                  <HeadCell>Type</HeadCell>
                  {several ? <HeadCell>Episode of</HeadCell> : null}
                  <HeadCell num>Step</HeadCell>
                  <HeadCell>Action</HeadCell>
                  <HeadCell sub="− left, + new">IIS before → after</HeadCell>
                  <HeadCell>Reason</HeadCell>
                  <HeadCell>Label</HeadCell>
                </Row>
              </thead>
              <tbody>
                {found.rows.map((row) => (
                  <StepRow
                    key={`${row.setId} ${row.problemHash} ${row.step}`}
                    row={row}
                    set={several ? nameOf.get(row.setId) : undefined}
                  />
                ))}
              </tbody>
            </Table>
            <Pager page={view.page} total={found.total} onPage={(page) => onChange({ page })} />
          </>
        )}
      </QueryState>
    </Section>
  );
}
