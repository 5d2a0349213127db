"use client";

import type { ReactNode } from "react";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
  /** Names it where no text stands beside it, as in a table row. */
  label?: string;
  /** Some of what it stands for. */
  indeterminate?: boolean;
  disabled?: boolean;
}

/** A checkbox, the browser's own under our drawing. */
export function Checkbox({
  checked,
  onChange,
  children,
  label,
  indeterminate = false,
  disabled,
}: CheckboxProps) {
  return (
    <label className="check" data-alone={children === undefined || undefined}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={label}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
