import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import type { AblationTable, ExperimentPlan, TableColumn } from "#server/contracts/experiment.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { BELOW_DETECTABLE, OVER_SEEDS_AND_PROBLEMS } from "#server/wording/claims.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import { MEAN_WITH_INTERVAL, seedsOfEach } from "#server/wording/seeds.ts";
import { writeMoment } from "#server/wording/times.ts";
import { beginSentence, keepUnits } from "#server/wording/typography.ts";
import { CheckpointMeans } from "./checkpoint-means.tsx";
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
  const { answer, notes } = table.verdicts.find(({ metric }) => metric === lead?.metric) ?? {};
  const seeds = seedsOfEach(table.rows.map(({ planned }) => planned));
  return (
    <>
      {answer ? <p className="say answer">{withQuietIntervals(answer)}</p> : null}
      {notes?.map((note) => (
        <p key={note} className="answer-note">
          {withQuietIntervals(note)}
        </p>
      ))}
      {lead?.caution ? <p className="answer-note">{lead.caution}</p> : null}
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
    <Disclosure summary="Methods">
      <p className="small">
        {beginSentence(MEAN_WITH_INTERVAL)}, {table.caption}. Filled dot: significant. Open dot: significant
        only if variances are equal, or suggestive. Dash: not significant, incomplete or interim. Gray row:
        not ranked. {(lead?.detectable ?? 0) > 0 ? `${BELOW_DETECTABLE} ` : ""}
        {lead?.family}
        {others ? ` Other metrics: ${others}` : ""}
        {hasSecond ? ` Click a mean for the interval of its difference ${OVER_SEEDS_AND_PROBLEMS}.` : ""}
      </p>
      {lead ? <HowClaims table={table} lead={lead} /> : null}
      {lead ? <CheckpointMeans experimentId={table.experimentId} lead={lead} /> : null}
      <ul className="verdicts" aria-label="In words">
        {table.verdicts.map((v) => (
          <li key={v.metric}>{v.message}</li>
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
