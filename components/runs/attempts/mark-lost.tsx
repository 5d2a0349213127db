"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RunDetail } from "#server/contracts/run.ts";

/**
 * For a run of ours that is unreachable: ends a silent attempt by somebody's word that its node will not come back, after saying
 * what is true from then on.
 */
export function MarkLost({ run }: { run: RunDetail }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const { id, name } = run.row;
  const plan = useQuery(api.runs.death.queryOptions({ id }, { enabled: asking, retry: false, gcTime: 0 }));
  const mark = useMutation(api.runs.markLost.mutationOptions({ onSuccess: () => setAsking(false) }));
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Mark as lost
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Mark ${name} as lost?`}
        effect={plan.data?.message ?? "Looking at what is known of it."}
        confirmLabel={`Mark ${name} as lost`}
        danger
        pending={mark.isPending || plan.isPending}
        error={mark.error?.message ?? plan.error?.message}
        onConfirm={() => mark.mutate({ id })}
      />
    </>
  );
}
