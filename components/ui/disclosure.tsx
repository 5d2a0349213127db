import type { ReactNode } from "react";
import { Chevron } from "./chevron.tsx";

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** Details that are there when asked for; the browser's own, so it works before any script and in find-in-page. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open}>
      <summary>
        <Chevron direction="right" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
