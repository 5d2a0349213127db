"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { countOf, plural } from "#server/wording/counts.ts";

/** Deletes a report after saying what goes with it. */
export function DeleteReport({ page }: { page: ReportPage }) {
  const api = useApi();
  const router = useGo();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(
    api.reports.delete.mutationOptions({ onSuccess: () => router.push("/reports") }),
  );
  const { id, title } = page.report;
  const open = page.links.filter((link) => link.state === "open").length;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${title}?`}
        effect={`Its text and ${countOf(page.publications.length, "revision")} go, and ${countOf(open, "open link")} ${plural(open, "ends", "end")}. Runs and evaluations stay. This cannot be undone.`}
        confirmLabel="Delete the report"
        danger
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}
