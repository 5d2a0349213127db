"use client";

import { type ReactNode, useId } from "react";
import { RunStateGlyph } from "../marks/run-state.tsx";

export interface FieldText {
  label: string;
  /** The parameter's own name, in mono under the label: a person must be able to map the form to the command. */
  name?: string;
  /** The reason or range, under the control. */
  why?: ReactNode;
  /** What is wrong and the way out: "500 is not a multiple of G = 8. Nearest: 496 or 504." */
  error?: string | null;
  /** The value before the change, said in the reason line. */
  changedFrom?: string | null;
  /** What can be done with it, beside the control. */
  actions?: ReactNode;
}

/** What a control has to say of itself to belong to its label and its reason. */
export interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

interface FieldProps extends FieldText {
  children: (control: FieldControl) => ReactNode;
}

/** Label at the left, control, and under it the reason or the error. */
export function Field({ label, name, why, error, changedFrom, actions, children }: FieldProps) {
  const id = useId();
  const whyId = `${id}-why`;
  const errorId = `${id}-error`;
  const reason = changedFrom ? (
    <>
      Changed from {changedFrom}. {why}
    </>
  ) : (
    why
  );
  const describedBy = [error ? errorId : null, reason ? whyId : null].filter(Boolean).join(" ") || undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {name ? <code className="field-name">{name}</code> : null}
      </label>
      <div>
        <div className="field-control">
          {children({ id, describedBy, invalid: Boolean(error) })}
          {actions}
        </div>
        {error ? (
          <p className="field-error" id={errorId}>
            <RunStateGlyph state="failed" />
            {error}
          </p>
        ) : null}
        {reason && !error ? (
          <p className="field-why" id={whyId}>
            {reason}
          </p>
        ) : null}
      </div>
    </div>
  );
}
