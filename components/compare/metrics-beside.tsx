import { Fragment } from "react";
import type { CompareView } from "#components/search-params/compare.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { RunDot } from "#components/ui/marks/run-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { MetricLine, RunsComparison } from "#server/contracts/compare/compare-runs.ts";
import { METRICS_AT_ONCE } from "#server/contracts/compare/compare-words.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeShared } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { printedUnit, writeQuantity } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { drawnMetrics } from "./drawn-metrics.ts";
import { colourOfRun } from "./side-colours.ts";

/** The last value of a run, without the unit that stands by the name. */
function Value({ line, run }: { line: MetricLine; run: number }) {
  const last = line.values[run];
  const { unit } = metricInfo(line.metric);
  if (!last) return <Cell num>{NOT_MEASURED}</Cell>;
  const { shared, x } = last;
  return (
    <Cell num>
      {shared === undefined || x === null ? null : (
        <span className="muted" data-tip={`The last of ${writeShared(shared.n, shared.axis, x)}.`}>
          {countOf(shared.n, "value")}{" "}
        </span>
      )}
      {last.said === null ? writeQuantity({ value: last.value, unit }).value : visibleName(last.said)}
    </Cell>
  );
}

/** What a run has more or less than the first, or why that is not said. */
function Difference({ line, run }: { line: MetricLine; run: number }) {
  const difference = line.differences[run];
  const why = line.apart[run];
  const { unit } = metricInfo(line.metric);
  if (why !== null)
    return (
      <Cell num quiet>
        <span data-tip={why}>not ranked</span>
      </Cell>
    );
  if (difference === null) return <Cell num />;
  return (
    <Cell num quiet>
      {writeQuantity({ value: difference, unit, difference: true }).value}
    </Cell>
  );
}

/** What a metric is called here, and under which name it was sent where that is another. */
function MetricName({ metric, otherNames = [] }: Pick<MetricLine, "metric"> & { otherNames?: string[] }) {
  const { title, unit } = metricInfo(metric);
  const names = title === metric ? otherNames : [metric, ...otherNames];
  // One box: beside a checkbox each part of its own would be squeezed on a narrow screen.
  return (
    <span>
      {visibleName(title)}
      {unit === "" ? null : <span className="muted"> {printedUnit(unit)}</span>}
      {names.map((name) => (
        <code key={name} className="muted">
          {" "}
          {visibleName(name)}
        </code>
      ))}
    </span>
  );
}

interface MetricsBesideProps {
  data: RunsComparison;
  view: CompareView;
  onView: (change: Partial<CompareView>) => void;
}

/** What each run sent last of every metric, page by page; the chosen ones are drawn. */
export function MetricsBeside({ data, view, onView }: MetricsBesideProps) {
  const { runs, metrics, total } = data;
  const drawn = drawnMetrics(data, view);
  const reasons = new Set(metrics.flatMap(({ apart }) => apart.filter((why) => why !== null)));
  const toggle = (metric: string, on: boolean) =>
    onView({ curves: on ? [...drawn, metric] : drawn.filter((one) => one !== metric) });
  return (
    <Section
      title="Metrics"
      note={`last values, and the difference to ${visibleName(runs[0].name)}; marked ones are drawn above`}
      end={
        <TextInput
          label="Search the metrics"
          lead="Filter"
          value={view.q}
          maxLength={ASK_LIMITS.search}
          onChange={(q) => onView({ q, page: 0 })}
          width={180}
        />
      }
    >
      {metrics.length === 0 ? (
        <Notice>
          {view.q === ""
            ? "None of these runs has sent a metric yet."
            : `No metric has "${view.q}" in its name.`}
        </Notice>
      ) : (
        <Table
          label="Metrics by run"
          density="dense"
          foot={[`${countOf(total, "metric")}.`, ...reasons].join(" ")}
        >
          <thead>
            <Row>
              <HeadCell fixed>Metric</HeadCell>
              {runs.map(({ id, name }, i) => (
                <Fragment key={id}>
                  <HeadCell num>
                    <RunDot colour={colourOfRun(i)} /> {visibleName(name)}
                  </HeadCell>
                  {i === 0 ? null : (
                    <HeadCell num>
                      <span aria-hidden="true">Δ</span>
                      <span className="hidden-text">
                        {visibleName(name)} minus {visibleName(runs[0].name)}
                      </span>
                    </HeadCell>
                  )}
                </Fragment>
              ))}
            </Row>
          </thead>
          <tbody>
            {metrics.map((line) => (
              <Row key={line.metric}>
                <Cell fixed wrap>
                  <Checkbox checked={drawn.includes(line.metric)} onChange={(on) => toggle(line.metric, on)}>
                    <MetricName metric={line.metric} otherNames={data.otherNames[line.metric]} />
                  </Checkbox>
                </Cell>
                {runs.map(({ id }, run) => (
                  <Fragment key={id}>
                    <Value line={line} run={run} />
                    {run === 0 ? null : <Difference line={line} run={run} />}
                  </Fragment>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Pager
        page={view.page}
        pages={Math.ceil(total / METRICS_AT_ONCE)}
        onPage={(page) => onView({ page })}
        words={["Previous metrics", "Next metrics"]}
      />
    </Section>
  );
}
