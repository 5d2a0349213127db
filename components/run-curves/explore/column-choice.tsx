import { Select, type SelectOption } from "#components/ui/controls/select.tsx";
import type { Reducer } from "#server/contracts/run-table-columns.ts";
import { metricOf, REDUCED, reducerOf, withReducer } from "./columns.ts";

interface ColumnChoiceProps {
  /** What the column is drawn as: "x", "y", "outcome". */
  label: string;
  value: string;
  options: SelectOption[];
  onChange: (id: string) => void;
}

/** One column, and of a metric what of its series stands for a run. */
export function ColumnChoice({ label, value, options, onChange }: ColumnChoiceProps) {
  return (
    <span className="value-choice">
      <span className="muted">{label}</span>
      <Select label={label} value={value} options={options} onChange={onChange} width={190} />
      {metricOf(value) === null ? null : (
        <Select
          label={`${label}: which value of a run`}
          value={reducerOf(value)}
          options={REDUCED}
          onChange={(reducer) => onChange(withReducer(value, reducer as Reducer))}
          width={92}
        />
      )}
    </span>
  );
}
