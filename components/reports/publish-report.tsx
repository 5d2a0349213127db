"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { ReportPage } from "#server/contracts/reports/report.ts";

/** Freezes the draft as a new revision, after saying what that does. Where that would change nothing, it asks for nothing. */
export function PublishReport({ page }: { page: ReportPage }) {
  const api = useApi();
  const router = useGo();
  const [asking, setAsking] = useState(false);
  const publish = useMutation(
    api.reports.publish.mutationOptions({
      onSuccess: ({ id }) => {
        setAsking(false);
        router.push(`/reports/${id}`);
      },
    }),
  );
  const next = (page.publications[0]?.n ?? 0) + 1;
  const { drifted, gone } = page.counts;
  const hasNews = next === 1 || page.changedSincePublished || drifted + gone > 0;
  const isAsPublished = !hasNews && page.publication !== null && page.checked;
  return (
    <>
      <Button kind={hasNews ? "primary" : "plain"} onClick={() => setAsking(true)}>
        Publish
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Publish revision ${next}?`}
        effect={
          next > 1
            ? `${isAsPublished ? `Nothing has changed since revision ${next - 1}. ` : ""}Every number is computed again and frozen. Revision ${next - 1} stays as it is, and so do the links to it.`
            : "Every number and block is frozen with the data behind it. The draft stays open for writing."
        }
        confirmLabel={`Publish revision ${next}`}
        pending={publish.isPending}
        error={publish.error?.message}
        onConfirm={() => publish.mutate({ id: page.report.id })}
      />
    </>
  );
}
