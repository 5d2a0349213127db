"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { DELETION_GRACE_MS } from "#server/contracts/housekeeping/annotation-limits.ts";
import { usedByReports } from "#server/wording/publication.ts";
import { writeDuration } from "#server/wording/times.ts";
import { useAnnotate } from "./annotate-context.tsx";

/** Deletes an experiment or a benchmark after saying what goes with it and what depends on it; it can be brought back for a while. */
export function DeleteThing({ id, name }: { id: string; name: string }) {
  const api = useApi();
  const { tell } = useAnnotate();
  const [asking, setAsking] = useState(false);
  const plan = useQuery(
    api.annotations.deletion.queryOptions({ id }, { enabled: asking, retry: false, gcTime: 0 }),
  );
  const remove = useMutation(
    api.annotations.delete.mutationOptions({
      onSuccess: ({ undo }) => {
        tell({
          message: `Deleted ${name}. It is gone for good in ${writeDuration(DELETION_GRACE_MS)}.`,
          undo,
        });
        setAsking(false);
      },
    }),
  );
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  const { message, stays = [], reports = [] } = plan.data ?? {};
  return (
    <>
      <QuietButton className="crit" onClick={() => setAsking(true)}>
        Delete
      </QuietButton>
      <ConfirmDialog
        open={asking}
        onClose={close}
        title={`Delete ${name}?`}
        effect={
          message === undefined ? (
            "Counting what goes with it."
          ) : (
            <>
              {[message, ...stays].join(" ")} {usedByReports(reports)}{" "}
              {`For ${writeDuration(DELETION_GRACE_MS)} it stands in the archive and can be brought back; then it is gone for good.`}
            </>
          )
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
