import { labelFill } from "./label-fill.ts";
import { writeStepLabel } from "#server/wording/quantities.ts";

/** A step's label on the ground that it has in every chart. */
export function LabelMark({ label }: { label: number }) {
  const { step, dark } = labelFill(label);
  return (
    <span
      className="label-mark"
      data-dark={dark || undefined}
      style={{ "--label-fill": `var(--seq-${step})` }}
    >
      {writeStepLabel(label)}
    </span>
  );
}
