"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MarginBlock } from "#components/layout/columns.tsx";
import { useLater } from "#components/panels/use-near.ts";
import { useApi } from "#components/trpc/api.ts";
import { SelectField } from "#components/ui/controls/select.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import type { LaunchPlan, RecipeDescription } from "#server/contracts/launch/plan.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { printedUnit } from "#server/wording/quantities.ts";
import { readDifference } from "#server/wording/power.ts";
import { seedsAfter } from "./seeds-after.ts";

interface PowerPanelProps {
  recipe: RecipeDescription;
  plan: LaunchPlan;
  primary: string;
  /** A difference as typed, in points of a share; empty where none is asked for. */
  show: string;
  pilot: string;
  onChange: (change: { show?: string; pilot?: string }) => void;
}

/** A question for each typed digit would be answered for nobody. */
const TYPING_MS = 250;

/** Problems that an evaluation of the first variant has, where its recipe says so. */
function problemsOf(plan: LaunchPlan): number | null {
  const count = plan.variants[0]?.params.eval_problems;
  return typeof count === "number" && count >= 1 ? count : null;
}

/** What the matrix can show, and what a difference of one's choice needs: seeds, problems, and what neither can make up for. */
export function PowerPanel({ recipe, plan, primary, show, pilot, onChange }: PowerPanelProps) {
  const metric = primary || recipe.primary;
  const { unit, title } = metricInfo(metric);
  const { difference, wrong } = readDifference(show, unit);
  const asked = useLater(difference, true, TYPING_MS);
  const query = useQuery(
    useApi().experiments.power.queryOptions(
      {
        recipe: recipe.slug,
        metric,
        comparisons: Math.max(1, plan.variants.length - 1),
        seeds: seedsAfter(plan),
        problems: plan.varies.includes("eval_problems") ? null : problemsOf(plan),
        difference: asked,
        pilot: pilot || null,
      },
      { placeholderData: keepPreviousData, retry: false },
    ),
  );
  const { data } = query;
  return (
    <MarginBlock title={`Power, ${title}`}>
      <TextField
        label={`Target effect${unit ? `, ${printedUnit(unit, true)}` : ""}`}
        value={show}
        onChange={(text) => onChange({ show: text })}
        placeholder={unit === "share" ? "5" : ""}
        error={wrong}
        width={110}
      />
      {data && data.pilots.length > 1 ? (
        <SelectField
          label="Spread as in"
          value={pilot || (data.pilot?.experimentId ?? "")}
          onChange={(id) => onChange({ pilot: id })}
          options={data.pilots.map((one) => ({ value: one.experimentId, label: visibleName(one.title) }))}
        />
      ) : null}
      {query.error ? <p className="crit small">{query.error.message}</p> : null}
      <ul className="verdicts" aria-label="Power">
        {data?.sentences.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </MarginBlock>
  );
}
