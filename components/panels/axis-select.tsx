import { Select } from "#components/ui/select.tsx";
import { X_AXES, type XAxis } from "#server/contracts/x-axes.ts";
import { AXIS_LABELS } from "./axis.ts";

interface AxisSelectProps {
  /** Which charts follow it. */
  label: string;
  axis: XAxis;
  onAxis: (axis: XAxis) => void;
}

/** What charts are drawn over. */
export function AxisSelect({ label, axis, onAxis }: AxisSelectProps) {
  return (
    <Select
      label={label}
      value={axis}
      onChange={(value) => onAxis(value as XAxis)}
      options={X_AXES.map((value) => ({ value, label: `x: ${AXIS_LABELS[value]}` }))}
      width={160}
    />
  );
}
