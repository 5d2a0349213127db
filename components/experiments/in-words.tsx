import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import type { AblationTable, ExperimentPlan, TableColumn } from "#server/contracts/experiment.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { OVER_SEEDS_AND_PROBLEMS } from "#server/wording/claims.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import { MEAN_WITH_INTERVAL, seedsOfEach } from "#server/wording/seeds.ts";
import { writeMoment } from "#server/wording/times.ts";
import { beginSentence, keepUnits } from "#server/wording/typography.ts";
import { HowClaims } from "./how-claims.tsx";
import { totals } from "./run-totals.ts";
import { familyOfOthers } from "./table-columns.ts";
import { StateCounts } from "./state-counts.tsx";

interface Answered {
  table: AblationTable;
  lead: TableColumn | undefined;
  /** What was fixed before the first run; nothing where nobody planned. */
  plan: ExperimentPlan | null | undefined;
}

/** A number keeps to its noun, and an interval steps back behind its estimate. */
const withQuietIntervals = (answer: string) =>
  keepUnits(answer)
    .split(/(\[[^\]]*\])/)
    .map((part, place) =>
      place % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className="muted nowrap">
          {part}
        </span>
      ) : (
        part
      ),
    );

/** What the headline metric answers, in a sentence, what weakens that, and what it rests on in a line. */
export function Answer({ table, lead, plan }: Answered) {
  const answer = table.verdicts.find(({ metric }) => metric === lead?.metric)?.answer;
  const seeds = seedsOfEach(table.rows.map(({ planned }) => planned));
  return (
    <>
      {answer ? <p className="say answer">{withQuietIntervals(answer)}</p> : null}
      {lead?.caution ? <p className="warn small">{lead.caution}</p> : null}
      <p className="answer-facts">
        {lead ? (
          <span>
            {lead.title}
            {lead.problems ? `, ${writeN(lead.problems)}` : ""}
          </span>
        ) : null}
        {seeds ? <span>{seeds}</span> : null}
        {plan ? <span>planned {writeMoment(plan.savedAt)}</span> : null}
        <StateCounts states={totals(table)} />
      </p>
    </>
  );
}

/** All that the answer rests on: what marks mean, how claims are adjusted, and what every metric says in full. */
export function How({ table, lead, plan }: Answered) {
  const others = familyOfOthers(table, lead);
  const hasSecond = lead && table.rows.some((row) => row.difference[lead.metric]?.newProblems);
  return (
    <Disclosure summary="How">
      <p className="small">
        {beginSentence(MEAN_WITH_INTERVAL)}, {table.caption}. Filled dot: the interval of the difference
        excludes zero. Open dot: only if variances are equal. Dash: not significant, incomplete or interim.
        Grey: not ranked.{" "}
        {(lead?.detectable ?? 0) > 0
          ? "Grey zone: true differences of that size are found in fewer than 8 of 10 experiments like this. "
          : ""}
        {lead?.family}
        {others ? ` Other metrics: ${others}` : ""}
        {hasSecond ? ` Behind a mean: the interval of its difference for ${OVER_SEEDS_AND_PROBLEMS}.` : ""}
      </p>
      {lead ? <HowClaims table={table} lead={lead} /> : null}
      <ul className="verdicts" aria-label="In words">
        {table.verdicts.map((v) => (
          <li key={v.metric}>{v.sentence}</li>
        ))}
      </ul>
      {plan ? (
        <Pairs
          pairs={[
            {
              name: "Planned before launch",
              value: `${plan.primaryMetric ? `primary metric ${metricInfo(plan.primaryMetric).title}` : plan.primary.map((m) => metricInfo(m).title).join(", ")}; ${countOf(plan.comparisons, "comparison")} with the baseline, seeds ${plan.seeds.join(", ")}${plan.looks ? `, ${countOf(plan.looks, "look")}` : ""}. Saved ${writeMoment(plan.savedAt)}.`,
            },
          ]}
        />
      ) : null}
    </Disclosure>
  );
}
