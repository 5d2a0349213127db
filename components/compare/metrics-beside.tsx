import type { CompareView } from "#components/addresses/compare.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { MetricLine, RunsComparison } from "#server/contracts/compare/compare-runs.ts";
import { METRICS_AT_ONCE } from "#server/contracts/compare/compare-words.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf } from "#server/wording/counts.ts";
import { quantityText } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { drawnMetrics } from "./drawn-metrics.ts";

/** The last value of a run, its difference to the first run, or why there is none. */
function Value({ line, run }: { line: MetricLine; run: number }) {
  const last = line.values[run];
  const { unit } = metricInfo(line.metric);
  if (!last) return <Cell num>{NOT_MEASURED}</Cell>;
  const difference = line.differences[run];
  const why = line.apart[run];
  return (
    <Cell num>
      {last.said === null ? quantityText({ value: last.value, unit }) : visibleName(last.said)}
      {difference === null ? null : (
        <div className="muted">{quantityText({ value: difference, unit, difference: true })}</div>
      )}
      {why === null ? null : (
        <div className="muted" data-tip={why}>
          not ranked
        </div>
      )}
    </Cell>
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
      note={`last values; below them the difference to ${visibleName(runs[0].name)}`}
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
              {runs.map(({ id, name }) => (
                <HeadCell key={id} num>
                  {visibleName(name)}
                </HeadCell>
              ))}
            </Row>
          </thead>
          <tbody>
            {metrics.map((line) => (
              <Row key={line.metric}>
                <Cell fixed wrap>
                  <Checkbox checked={drawn.includes(line.metric)} onChange={(on) => toggle(line.metric, on)}>
                    {visibleName(metricInfo(line.metric).title)}
                  </Checkbox>
                </Cell>
                {runs.map(({ id }, run) => (
                  <Value key={id} line={line} run={run} />
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
        words={["Metrics before", "Metrics after"]}
      />
    </Section>
  );
}
