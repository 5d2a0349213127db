import { writeStepLabel } from "#server/wording/quantities.ts";

type Step = 1 | 2 | 3 | 4 | 5 | 6;

/** From this step of the sequential palette on, text is in the page's colour. */
const DARK_FROM = 5;

/** The step of the sequential palette for a label from 0 to 1: the higher the label, the stronger. */
export function labelFill(label: number): { step: Step; dark: boolean } {
  const step: Step =
    label >= 0.75 ? 6 : label >= 0.45 ? 5 : label >= 0.25 ? 4 : label >= 0.15 ? 3 : label > 0 ? 1 : 2;
  return { step, dark: step >= DARK_FROM };
}

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
