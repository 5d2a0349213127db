"use client";

import { useMemo } from "react";
import type { ScatterGroup } from "#components/charts/prepare/prepare-scatter.ts";
import { ScatterPlot } from "#components/charts/scatter-plot.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Cell, Grid, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { DiagnosisChoice } from "#packs/repair/contracts/choice.ts";
import type { Frontier, FrontierRow } from "#packs/repair/contracts/frontier.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { diagnosisName } from "#packs/repair/wording/diagnosis.ts";
import { columnDecimals } from "#server/wording/quantities.ts";

/** What DA is drawn against. */
export type FrontierAxis = "steps" | "rr5";

const AXES = {
  steps: { label: "against steps", axis: { title: "steps, mean of all episodes", unit: "steps" } },
  rr5: { label: "against RR@5", axis: { title: "RR@5", unit: "share" } },
} as const;

export interface FrontierSectionProps {
  data: Frontier;
  choice: DiagnosisChoice;
  axis: FrontierAxis;
  onAxis: (axis: FrontierAxis) => void;
  colours: Map<string, RunColour>;
}

/** The numbers of the picture, row by row. */
function FrontierTable({ data, colours }: { data: Frontier; colours: Map<string, RunColour> }) {
  const decimals = columnDecimals(data.rows.map(({ steps }) => steps.value));
  const left = data.leftOut.map(({ config, why }) => `${config}: ${why}`).join("; ");
  return (
    <Table
      label="Diagnosis against speed"
      density="dense"
      foot={`Means over seeds. DA: ${data.definition}.${left === "" ? "" : ` Not drawn: ${left}.`}`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Configuration</HeadCell>
          <HeadCell num>Seeds</HeadCell>
          <HeadCell num sub="%">
            DA
          </HeadCell>
          <HeadCell num sub="%">
            RR@5
          </HeadCell>
          <HeadCell num sub="mean">
            Steps
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {data.rows.map((row) => (
          <Row key={row.cell}>
            <Cell fixed>
              <RowName colour={colours.get(row.cell) ?? "rest"}>{row.config}</RowName>
            </Cell>
            <Cell num>{row.seeds.length}</Cell>
            <Cell num>
              <Value value={row.da.value} kind="share" />
            </Cell>
            <Cell num>
              <Value value={row.rrAt5.value} kind="share" />
            </Cell>
            <Cell num>
              <Value value={row.steps.value} decimals={decimals} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const groupOf = (row: FrontierRow, axis: FrontierAxis, colour: RunColour): ScatterGroup => ({
  key: row.cell,
  name: row.config,
  colour,
  open: row.player !== null,
  joined: row.knowing,
  points: row.seeds.map(({ seed, da, steps, rrAt5 }) => ({
    seed,
    x: axis === "steps" ? steps : rrAt5,
    y: da,
  })),
});

/** Diagnosis against speed: what the trainings made of their start, between players that learn nothing. */
export function FrontierSection({ data, choice, axis, onAxis, colours }: FrontierSectionProps) {
  const groups = useMemo(
    () => data.rows.map((row) => groupOf(row, axis, colours.get(row.cell) ?? "rest")),
    [data, axis, colours],
  );
  return (
    <Section
      title="Diagnosis against speed"
      note={`DA: ${diagnosisName(choice)}; a dot per configuration, small ones are its seeds`}
      end={
        <Select
          label="What DA is drawn against"
          value={axis}
          onChange={(value) => onAxis(value as FrontierAxis)}
          options={Object.entries(AXES).map(([value, { label }]) => ({ value, label }))}
          width={150}
        />
      }
    >
      <Grid columns="lead">
        <ScatterPlot
          title={`DA ${AXES[axis].label}`}
          groups={groups}
          x={AXES[axis].axis}
          y={{ title: "DA", unit: "share" }}
          note="Open dots learn nothing. The dashed line joins those that are told the roots: one never names them, one names each first."
        />
        <div>
          <FrontierTable data={data} colours={colours} />
        </div>
      </Grid>
    </Section>
  );
}
