import type { ReactNode } from "react";
import { Chevron } from "../marks/chevron.tsx";

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** Details that are there when asked for; the browser's own, so it works before any script and in find-in-page. */
export function Disclosure({ summary, open, onToggle, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Chevron direction="right" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
