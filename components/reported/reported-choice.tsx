"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { topics } from "#server/contracts/live.ts";
import type { BesideAnswer } from "#server/contracts/reported/reproduction.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

/** The reported tables, and of the chosen one its entries; beside an experiment each with its verdict. */
export function useReportedBeside(table: string | null, experiment: string | null): BesideAnswer | undefined {
  const project = useProject();
  const follow = [topics.reports, ...(experiment ? [topics.experiment(experiment)] : [])];
  return useQuery(
    useApi().reported.beside.queryOptions(
      { project, table, experiment: table === null ? null : experiment },
      { meta: liveOn(follow, 2000), placeholderData: keepPreviousData },
    ),
  ).data;
}

interface ChooseReportedProps {
  beside: BesideAnswer | undefined;
  table: string | null;
  onTable: (table: string | null) => void;
}

/** The switch for reported values: off, or one of the reported tables. */
export function ChooseReported({ beside, table, onTable }: ChooseReportedProps) {
  if (!beside || beside.tables.length === 0) return null;
  return (
    <Select
      label="Reported values"
      value={table ?? ""}
      onChange={(value) => onTable(value || null)}
      options={[
        { value: "", label: "reported: none" },
        ...beside.tables.map(({ id, title, document }) => ({
          value: id,
          label: `reported: ${visibleName(title)}, ${visibleName(document)}`,
        })),
      ]}
      width={190}
    />
  );
}
