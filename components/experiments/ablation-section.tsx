"use client";

import { useQueryStates } from "nuqs";
import { ChooseDiagnosis } from "#packs/repair/pages/diagnosis-choice.tsx";
import { LeaveOutKeys } from "#components/external/leave-out-keys.tsx";
import { ChooseReported, useReportedBeside } from "#components/reported/reported-choice.tsx";
import { experimentSearch } from "#components/search-params/experiment.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { Section } from "#components/ui/section.tsx";
import type {
  AblationTable as TableData,
  ExperimentPlan,
  TableColumn,
} from "#server/contracts/experiment.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { NO_RESULT } from "#server/wording/claims.ts";
import { countOf } from "#server/wording/counts.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { AblationTable } from "./ablation-table.tsx";
import { How } from "./in-words.tsx";
import { ReportedRows } from "./reported-rows.tsx";

interface AblationSectionProps {
  id: string;
  table: TableData;
  lead: TableColumn | undefined;
  colours: Map<string, RunColour>;
  plan: ExperimentPlan | null | undefined;
  isExternal: boolean;
}

/** The ablation table with what is chosen of it: the headline metric, the definition of DA, and reported values below it. */
export function AblationSection({ id, table, lead, colours, plan, isExternal }: AblationSectionProps) {
  const [{ da, counts, reported }, setSearch] = useQueryStates(experimentSearch);
  const beside = useReportedBeside(reported, id);
  return (
    <Section
      title="Ablation"
      note={`${countOf(table.rows.length, "configuration")}, difference to ${table.baseline ?? "the baseline"}`}
      end={
        lead ? (
          <>
            <Select
              label="Headline metric"
              value={lead.metric}
              onChange={(value) => void setSearch({ metric: value })}
              options={table.columns.map((c) => ({
                value: c.metric,
                label: c.primary ? `${c.title}, primary` : c.title,
              }))}
              width={150}
            />
            {table.columns.some((c) => c.metric === "eval/da") ? (
              <ChooseDiagnosis choice={{ da, counts }} onChoice={(choice) => void setSearch(choice)} />
            ) : null}
            <ChooseReported
              beside={beside}
              table={reported}
              onTable={(next) => void setSearch({ reported: next })}
            />
          </>
        ) : null
      }
    >
      {isExternal ? <LeaveOutKeys experimentId={id} /> : null}
      {lead ? (
        <AblationTable
          table={table}
          lead={lead}
          colours={colours}
          below={
            reported ? <ReportedRows shown={beside?.shown ?? null} lead={lead} rows={table.rows} /> : null
          }
        />
      ) : (
        <p className="muted">{beginSentence(NO_RESULT)}. Choose some under Configurations.</p>
      )}
      <How table={table} lead={lead} plan={plan} />
    </Section>
  );
}
