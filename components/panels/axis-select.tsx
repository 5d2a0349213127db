import { Select } from "#components/ui/controls/select.tsx";
import { type AxisName, X_AXES, type XAxis } from "#server/contracts/x-axes.ts";
import { axisLabel } from "#server/wording/charts/axes.ts";

interface AxisSelectProps<Axis extends AxisName> {
  /** Which charts follow it. */
  label: string;
  axis: Axis;
  /** What may be chosen; the built-in axes where it is left out. */
  axes?: readonly Axis[];
  onAxis: (axis: Axis) => void;
  width?: number;
}

/** What charts are drawn over. An axis that an address asks for is in the list, also where no run has it. */
export function AxisSelect<Axis extends AxisName = XAxis>(props: AxisSelectProps<Axis>) {
  const { label, axis, axes = X_AXES as readonly AxisName[] as readonly Axis[], onAxis, width = 160 } = props;
  const offered = axes.includes(axis) ? axes : [...axes, axis];
  return (
    <Select
      label={label}
      value={axis}
      onChange={(value) => onAxis(value as Axis)}
      options={offered.map((value) => ({ value, label: `x: ${axisLabel(value)}` }))}
      width={width}
    />
  );
}
