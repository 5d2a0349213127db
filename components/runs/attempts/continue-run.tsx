"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeCheckpoint } from "#server/wording/checkpoints.ts";
import { writeWhole } from "#server/wording/numbers.ts";

interface AskProps {
  run: RunDetail;
  kind: "resume" | "retry";
  label: string;
  effect: string;
}

/** Asks, then puts the run into the queue for another attempt. */
function Ask({ run, kind, label, effect }: AskProps) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const go = useMutation(api.runs.continue.mutationOptions({ onSuccess: () => setAsking(false) }));
  const { id, name } = run.row;
  const words = `${kind === "resume" ? "Resume" : "Retry"} ${name}`;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${words}?`}
        effect={effect}
        confirmLabel={words}
        pending={go.isPending}
        error={go.error?.message}
        onConfirm={() => go.mutate({ id, kind, fromStart: kind === "retry" })}
      />
    </>
  );
}

/** A run that ended without finishing can go on from its last checkpoint, or begin anew, as another attempt of it. */
export function ContinueRun({ run }: { run: RunDetail }) {
  const { possible, checkpoint } = run.continuing;
  if (!possible) return null;
  const next = `attempt ${writeWhole(run.attempts.length + 1)}`;
  return (
    <>
      {checkpoint ? (
        <Ask
          run={run}
          kind="resume"
          label="Resume"
          effect={`As ${next} it goes on from ${writeCheckpoint(checkpoint)}, on ${checkpoint.worker}. Every point so far stays; what comes after that checkpoint is made anew.`}
        />
      ) : null}
      <Ask
        run={run}
        kind="retry"
        label={checkpoint ? "Retry from the start" : "Retry"}
        effect={`As ${next} it begins anew, with the same parameters and seed. Every point so far stays, behind those that are made anew.`}
      />
    </>
  );
}

/** A run that waits for a GPU which something else uses can be started beside that, by the word of a person. */
export function StartBeside({ run }: { run: RunDetail }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const go = useMutation(api.runs.startBeside.mutationOptions({ onSuccess: () => setAsking(false) }));
  if (!run.continuing.keptByOthers) return null;
  const { id, name, why } = run.row;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Start anyway</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Start ${name} anyway?`}
        effect={`It ${why}. It would stand beside that, with what memory it leaves; nothing there is touched.`}
        confirmLabel={`Start ${name}`}
        pending={go.isPending}
        error={go.error?.message}
        onConfirm={() => go.mutate({ id })}
      />
    </>
  );
}
