"use client";

import { writeStepLabel } from "#server/wording/quantities.ts";
import { QuietButton } from "#components/ui/quiet-button.tsx";
import { Select } from "#components/ui/select.tsx";
import type { LabelDistribution } from "#server/contracts/prm.ts";
import type { PrmView } from "./prm-search.ts";

type Filters = Pick<PrmView, "label" | "reason" | "action" | "position" | "type">;
const NONE: Filters = { label: null, reason: null, action: null, position: null, type: null };

interface StepFiltersProps {
  distribution: LabelDistribution;
  view: Filters;
  onChange: (change: Partial<Filters>) => void;
}

interface FilterProps {
  label: string;
  all: string;
  value: string | number | null;
  values: { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

function Filter({ label, all, value, values, onChange }: FilterProps) {
  return (
    <Select
      label={label}
      value={value === null ? "" : String(value)}
      onChange={(next) => onChange(next || null)}
      options={[{ value: "", label: all }, ...values]}
      width={150}
    />
  );
}

const named = (keys: string[]) => keys.map((key) => ({ value: key, label: key.replaceAll("_", " ") }));

/** What of the labelled steps is listed. */
export function StepFilters({ distribution, view, onChange }: StepFiltersProps) {
  const active = Object.keys(NONE).some((key) => view[key as keyof Filters] !== null);
  const number = (value: string | null) => (value === null ? null : Number.parseFloat(value));
  return (
    <div className="toolbar">
      <Filter
        label="Label"
        all="every label"
        value={view.label}
        values={distribution.labels
          .filter((one) => one.count > 0)
          .map((one) => ({ value: String(one.label), label: `label ${writeStepLabel(one.label)}` }))}
        onChange={(value) => onChange({ label: number(value) })}
      />
      <Filter
        label="Action"
        all="every action"
        value={view.action}
        values={distribution.byAction.map(({ key }) => ({ value: key, label: key }))}
        onChange={(action) => onChange({ action })}
      />
      <Filter
        label="Reason"
        all="every reason"
        value={view.reason}
        values={named(distribution.byReason.map((row) => row.key))}
        onChange={(reason) => onChange({ reason })}
      />
      <Filter
        label="Step position"
        all="every position"
        value={view.position}
        values={distribution.byPosition.map(({ key }) => ({
          value: String(Number.parseInt(key, 10)),
          label: `step ${key}`,
        }))}
        onChange={(value) => onChange({ position: number(value) })}
      />
      {distribution.types.length > 1 ? (
        <Filter
          label="Problem type"
          all="every type"
          value={view.type}
          values={distribution.types.map((type) => ({ value: type, label: `type ${type}` }))}
          onChange={(type) => onChange({ type })}
        />
      ) : null}
      {active ? <QuietButton onClick={() => onChange(NONE)}>Every step</QuietButton> : null}
    </div>
  );
}
