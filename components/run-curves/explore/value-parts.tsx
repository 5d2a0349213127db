import { runColour, RunDot } from "#components/ui/marks/run-state.tsx";
import { type DrawnRun, shapePath } from "#components/charts/values/run-dots.tsx";
import { axisTitle, type ValueAxis } from "#components/charts/values/value-axis.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { countOf } from "#server/wording/counts.ts";
import type { ShapeEntry, ValueScene } from "./value-scene.ts";

/** Who is pointed at, and what they have: under the drawing, in a line that is always there. */
export function ValueReadOut({ run, how }: { run: DrawnRun | null; how: string }) {
  return (
    <p className="value-read" aria-live="polite">
      {run ? (
        <>
          <span className="swatch" style={{ "--swatch": runColour(run.colour) }} />
          {run.told}
        </>
      ) : (
        <span className="muted">{how}</span>
      )}
    </p>
  );
}

/** What the shapes of the dots mean, where runs of several quantities stand together. */
export function ShapeLegend({ entries }: { entries: readonly ShapeEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className="legend" aria-label="Shapes">
      {entries.map(({ shape, words, runs }) => (
        <li key={shape}>
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
            <path d={shapePath(shape)} fill="var(--ink-2)" />
          </svg>
          {words}, {countOf(runs, "run")}
        </li>
      ))}
    </ul>
  );
}

interface ValueTableProps {
  axes: readonly ValueAxis[];
  runs: ValueScene["runs"];
}

/** The numbers of the drawing. */
export function ValueTable({ axes, runs }: ValueTableProps) {
  return (
    <Disclosure summary="As a table">
      <Table label="Values of the runs" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>Run</HeadCell>
            {axes.map((axis) => (
              <HeadCell key={axis.id} num={axis.words === null}>
                {axisTitle(axis)}
              </HeadCell>
            ))}
          </Row>
        </thead>
        <tbody>
          {runs.map(({ drawn, values }) => (
            <Row key={drawn.id}>
              <Cell fixed>
                <RunDot colour={drawn.colour} /> <PageLink href={drawn.href}>{drawn.name}</PageLink>
              </Cell>
              {axes.map((axis, i) => (
                <Cell key={axis.id} num={axis.words === null}>
                  {axis.write(values[i])}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}
