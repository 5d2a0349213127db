"use client";

import { useState, type ReactNode } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { writeCount } from "#server/wording/counts.ts";

interface RareFieldsProps {
  labels: string[];
  /** Something in here was changed or is wrong: then it must be seen. */
  needed: boolean;
  children: ReactNode;
}

/** Fields that few will change, folded away until somebody looks or one of them matters; then they stay open. */
export function RareFields({ labels, needed, children }: RareFieldsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className="fold">
      <Disclosure
        summary={`${writeCount(labels.length)} more: ${labels.join(", ")}`}
        open={opened || needed}
        onToggle={setOpened}
      >
        {children}
      </Disclosure>
    </div>
  );
}
