"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { CriteriaTable, Judged } from "#server/contracts/experiment.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf } from "#server/wording/counts.ts";
import { CRITERIA_CAPTION, criterionVerdict, writeTarget } from "#server/wording/criteria.ts";
import { kindOfUnit } from "#server/wording/quantities.ts";

function JudgedCell({ judged, unit }: { judged: Judged; unit: string }) {
  return (
    <Cell num>
      <Value value={judged.actual} kind={kindOfUnit(unit)} />
      <span className="under">
        {judged.n > 0 && judged.met < judged.n ? <b>{criterionVerdict(judged)}</b> : criterionVerdict(judged)}
      </span>
    </Cell>
  );
}

/** Target, what was reached, and the verdict, for every criterion that was written down before the first run. */
export function CriteriaSection({ experimentId }: { experimentId: string }) {
  const { data } = useQuery(
    useApi().experiments.criteria.queryOptions(
      { id: experimentId },
      { meta: liveOn([topics.experiment(experimentId)], 2000) },
    ),
  );
  if (!data || data.rows.length === 0) return null;
  return <Criteria data={data} />;
}

function Criteria({ data: { rows, cells } }: { data: CriteriaTable }) {
  return (
    <Section
      title="Criteria"
      note={`${countOf(rows.length, "criterion", "criteria")}, from the recipe, as each run ended`}
    >
      <Table label="Criteria" foot={CRITERIA_CAPTION}>
        <thead>
          <Row>
            <HeadCell fixed sub="target">
              Criterion
            </HeadCell>
            {cells.map(({ cell, config }) => (
              <HeadCell key={cell} num sub="actual, verdict">
                {config}
              </HeadCell>
            ))}
            <HeadCell>Why</HeadCell>
          </Row>
        </thead>
        <tbody>
          {rows.map(({ metric, op, target, title, unit, definition, reason, judged }) => (
            <Row key={`${metric} ${op} ${target}`}>
              <Cell fixed>
                <b data-tip={definition}>{title}</b>
                <span className="under muted">{writeTarget({ op, target, unit })}</span>
              </Cell>
              {judged.map((one, i) => (
                <JudgedCell key={cells[i].cell} judged={one} unit={unit} />
              ))}
              <Cell quiet wrap>
                {reason}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
