"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { aroundDeletion, forgetThings } from "#components/trpc/gone.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { DELETION_GRACE_MS } from "#server/contracts/housekeeping/annotation-limits.ts";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, plural } from "#server/wording/counts.ts";
import { writeDuration } from "#server/wording/times.ts";
import { useBringBack } from "./deleted-reports.tsx";

/** Deletes a report after saying what goes with it; it can be brought back for a while. */
export function DeleteReport({ page }: { page: ReportPage }) {
  const api = useApi();
  const router = useGo();
  const { tell } = useAnnotate();
  const { bringBack } = useBringBack();
  const [asking, setAsking] = useState(false);
  const { id, title } = page.report;
  const name = visibleName(title);
  const grace = writeDuration(DELETION_GRACE_MS);
  const queryClient = useQueryClient();
  const remove = useMutation(
    api.reports.delete.mutationOptions({
      ...aroundDeletion(queryClient, id),
      onSuccess: () => {
        forgetThings(queryClient, id);
        tell({
          message: `Deleted ${name}. It is gone for good in ${grace}.`,
          undo: [],
          takeBack: () => bringBack(id),
        });
        router.push("/reports");
      },
    }),
  );
  const open = page.links.filter((link) => link.state === "open").length;
  const ends =
    open === 0
      ? ""
      : ` ${countOf(open, "open link")} ${plural(open, "opens", "open")} nothing as long as it is deleted.`;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        title={`Delete ${name}?`}
        effect={`Its text and ${countOf(page.publications.length, "revision")} go.${ends} Runs and evaluations stay. For ${grace} it can be brought back whole; then it is gone for good.`}
        confirmLabel="Delete the report"
        danger
        pending={remove.isPending || remove.isSuccess}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
