"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RunState } from "#server/contracts/run-lifecycle.ts";
import { stopAllWords } from "./stop-all-words.ts";

interface StopAllProps {
  experimentId: string;
  title: string;
  states: Partial<Record<RunState, number>>;
}

/** Asks, then stops every run of the experiment that has not ended; gone where there is none. */
export function StopAll({ experimentId, title, states }: StopAllProps) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const stop = useMutation(api.experiments.stop.mutationOptions({ onSuccess: () => setAsking(false) }));
  const words = stopAllWords(states);
  if (words === null) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Stop all runs of “${title}”?`}
        effect={words.effect}
        confirmLabel={words.confirm}
        danger
        pending={stop.isPending}
        error={stop.error?.message}
        onConfirm={() => stop.mutate({ id: experimentId })}
      />
    </>
  );
}
