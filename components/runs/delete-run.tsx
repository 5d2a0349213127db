"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { countOf, plural } from "#server/wording/counts.ts";

/** Deletes an ended run after saying what goes with it and which published reports used it. */
export function DeleteRun({ run }: { run: RunDetail }) {
  const api = useApi();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { id, name, state } = run.row;
  const plan = useQuery(api.runs.deletion.queryOptions({ id }, { enabled: asking, retry: false, gcTime: 0 }));
  const remove = useMutation(api.runs.delete.mutationOptions({ onSuccess: () => router.push("/runs") }));
  if (!isEnded(state)) return null;
  const reports = plan.data?.reports ?? [];
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        effect={
          <>
            {plan.data?.sentence ?? "Counting what goes with it."}
            {reports.length > 0
              ? ` ${countOf(reports.length, "published report uses", "published reports use")} it: ${reports.map((r) => r.title).join(", ")}. ${plural(reports.length, "It stays", "They stay")} whole and will say that the source is gone.`
              : plan.data
                ? " No published report uses it."
                : ""}
          </>
        }
        confirmLabel={`Delete ${name}`}
        danger
        pending={remove.isPending || plan.isPending}
        error={remove.error?.message ?? plan.error?.message}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
