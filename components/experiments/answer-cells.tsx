import { MiniForest } from "#components/charts/mini-forest.tsx";
import { VerdictGlyph } from "#components/ui/marks/verdict-mark.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { DeltaCell, IntervalHead } from "#components/ui/tables/rate-cell.tsx";
import { type EstimateColumn, estimateColumn } from "#components/ui/tables/estimate-column.ts";
import { Cell } from "#components/ui/tables/table.tsx";
import type { ExperimentAnswer } from "#server/contracts/experiment.ts";
import { differenceDomain } from "#server/plot/scale.ts";
import { isSignificant } from "#server/wording/verdicts/significant.ts";
import { listAnd, writeCount } from "#server/wording/counts.ts";
import { kindOfUnit, writeDifference } from "#server/wording/quantities.ts";
import { withoutInterval, writeSeeds } from "#server/wording/seeds.ts";
import { beginSentence, NOT_MEASURED } from "#server/wording/typography.ts";
import { intervalOf } from "./table-columns.ts";

type Domains = ReadonlyMap<string, [number, number]>;

/** What the best differences of a list share, unit by unit: decimals, and for all of them the room of the interval. */
export function bestColumns(answers: readonly ExperimentAnswer[]): (unit: string) => EstimateColumn {
  const cells = answers.flatMap(({ metric, best }) =>
    metric && best
      ? [{ ...best, n: null, unit: metric.unit, difference: true, instead: withoutInterval(best.n) }]
      : [],
  );
  const { room } = estimateColumn(cells);
  return (unit) => ({ ...estimateColumn(cells.filter((cell) => cell.unit === unit)), room });
}

/** One domain per unit over all experiments of a list, so that intervals of one unit are as long as they are. */
export function domainsOf(answers: readonly ExperimentAnswer[]): Domains {
  const measured = answers.filter(({ metric, rows }) => metric !== null && rows.length > 0);
  const byUnit = Map.groupBy(measured, ({ metric }) => metric?.unit ?? "");
  return new Map(
    [...byUnit].map(([unit, same]) => [
      unit,
      differenceDomain(
        same.flatMap(({ rows }) => rows.map((row) => ({ difference: row.value, interval: intervalOf(row) }))),
      ),
    ]),
  );
}

/** "−75 to +75 pp", unit by unit. */
export const domainWords = (domains: Domains): string =>
  listAnd(
    [...domains].map(
      ([unit, [low, high]]) =>
        `${writeDifference({ value: low, unit })} to ${writeDifference({ value: high, unit })}`,
    ),
  );

/** The ends of the one scale of a list, or that there are several. */
export function DomainHead({ domains }: { domains: Domains }) {
  const [[unit, domain] = ["", [0, 0]], ...others] = domains;
  if (domains.size === 0 || others.length > 0) return <>one scale per unit</>;
  const [low, high] = domain.map((value) => writeDifference({ value, unit }));
  return <IntervalHead low={low} high={high} />;
}

const NotYet = () => (
  <span className="muted" data-tip="Not worked out yet">
    …
  </span>
);

interface AnswerCellsProps {
  answer: ExperimentAnswer | undefined;
  domains: Domains;
  columns: ReturnType<typeof bestColumns>;
}

/** The best difference under the name of its experiment: a phone has no room for a column beside it. */
export const AnswerUnderName = ({ answer, columns }: Omit<AnswerCellsProps, "domains">) => (
  <div className="phone-only">{answer ? <Best answer={answer} columns={columns} /> : <NotYet />}</div>
);

/** Best difference with what the experiment answers beneath, all differences drawn, and what objects. */
export function AnswerCells({ answer, domains, columns }: AnswerCellsProps) {
  if (!answer)
    return (
      <>
        <Cell priority="wide">
          <NotYet />
          <span className="under"> </span>
        </Cell>
        <Cell priority="wide" />
        <Cell />
      </>
    );
  const { metric, rows, flags } = answer;
  const domain = domains.get(metric?.unit ?? "");
  return (
    <>
      <Cell wrap priority="wide">
        <Best answer={answer} columns={columns} />
      </Cell>
      <Cell priority="wide">
        {metric && domain && rows.length > 0 ? (
          <MiniForest rows={rows} unit={metric.unit} domain={domain} />
        ) : null}
      </Cell>
      <Cell>
        <span className="flags">
          {flags.map(({ severity, rules }) => (
            <span key={severity} className="flag-count">
              <FindingFlag level={severity} label={listAnd(rules)} /> {writeCount(rules.length)}
            </span>
          ))}
        </span>
      </Cell>
    </>
  );
}

interface BestProps extends Pick<AnswerCellsProps, "columns"> {
  answer: ExperimentAnswer;
}

function Best({ answer: { metric, best, words, notRanked }, columns }: BestProps) {
  const aside = notRanked > 0 ? `; ${writeCount(notRanked)} not ranked` : "";
  const said = `${beginSentence(words)}${aside}`;
  if (!metric || !best)
    return (
      <>
        <span className="muted">{NOT_MEASURED}</span>
        <span className="under muted">{said}</span>
      </>
    );
  const interval = intervalOf(best);
  return (
    <>
      <span className="best">
        <VerdictGlyph verdict={best.verdict} />
        <span className="best-name" data-tip={best.config}>
          {best.config}
        </span>
        <DeltaCell
          difference={best.value}
          interval={interval}
          kind={kindOfUnit(metric.unit)}
          better={metric.better ?? undefined}
          differs={isSignificant(best.verdict)}
          noInterval={withoutInterval(best.n)}
          showUnit
          column={columns(metric.unit)}
        />
      </span>
      <span className="under muted">
        {metric.title}
        {interval ? `, ${writeSeeds(best.n)}` : ""}. {said}.
      </span>
    </>
  );
}
