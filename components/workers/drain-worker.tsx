"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { WorkerRow } from "#server/contracts/worker.ts";
import { countOf } from "#server/wording/counts.ts";

/** Asks, then gives a worker no new runs; what trains there goes on. Pressed again it takes runs again, unasked. */
export function DrainWorker({ worker, size }: { worker: WorkerRow; size?: "small" }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const drain = useMutation(api.workers.drain.mutationOptions({ onSuccess: () => setAsking(false) }));
  const { id, name, draining, busy } = worker;
  if (draining)
    return (
      <Button size={size} data-finds="resume" onClick={() => drain.mutate({ id, draining: false })}>
        Take runs again
      </Button>
    );
  const trained =
    busy === 0 ? "Nothing trains there now." : `${countOf(busy, "training goes", "trainings go")} on.`;
  return (
    <>
      <Button size={size} onClick={() => setAsking(true)}>
        Drain
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Drain ${name}?`}
        effect={`It takes no new runs until somebody lets it, or it is started anew. ${trained}`}
        confirmLabel={`Drain ${name}`}
        pending={drain.isPending}
        error={drain.error?.message}
        onConfirm={() => drain.mutate({ id, draining: true })}
      />
    </>
  );
}
