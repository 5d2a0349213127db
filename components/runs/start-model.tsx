"use client";

import { useState } from "react";
import { StatementForm } from "#components/external/statement-form.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { startWords } from "#server/wording/start-model.ts";

/** What the policy was worth before training, beside the published value, which a person may give here. */
export function StartModel({ run: { row, start } }: { run: RunDetail }) {
  const [stating, setStating] = useState(false);
  if (start === null) return null;
  return (
    <p>
      {startWords(start)} <QuietButton onClick={() => setStating(true)}>Published value</QuietButton>
      <StatementForm
        what="start"
        open={stating}
        onClose={() => setStating(false)}
        runIds={[row.id]}
        about={row.name}
        said={start.published?.text ?? null}
      />
    </p>
  );
}
