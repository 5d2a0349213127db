"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { later } from "#components/ui/later.tsx";
import type { Finding } from "#server/contracts/finding.ts";
import { writeDismissal } from "#server/wording/dismissed.ts";

const DismissForm = later(async () => (await import("./dismiss-form.tsx")).DismissForm, "the dialog", 0, {
  over: true,
});

export interface DismissProps {
  runId: string;
  finding: Finding;
}

/** Lists a dismissed finding of a run again. */
export function Restore(finding: { id: string; rule: string; metric: string | null }) {
  const restore = useMutation(useApi().runs.dismiss.mutationOptions());
  return (
    <QuietButton disabled={restore.isPending} onClick={() => restore.mutate({ ...finding, reason: null })}>
      {restore.error?.message ?? "Restore"}
    </QuietButton>
  );
}

/** Dismisses a finding of a run, with a reason; or lists it again. */
export function Dismiss({ runId, finding }: DismissProps) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const { rule, metric, dismissed } = finding;
  if (dismissed) return <Restore id={runId} rule={rule} metric={metric} />;
  return (
    <>
      <QuietButton onClick={() => setAsking(true)}>Dismiss</QuietButton>
      {isAsking === null ? null : (
        <DismissForm runId={runId} finding={finding} open={isAsking} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

/** Who dismissed a finding, when, and why. */
export function DismissedNote({ dismissed }: Pick<Finding, "dismissed">) {
  if (!dismissed) return null;
  return <p>{writeDismissal(dismissed, dismissed.at)}</p>;
}
