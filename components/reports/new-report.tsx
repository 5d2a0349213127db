"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/button.tsx";
import { reportHref } from "./report-search.ts";

/** An empty report, opened for writing. */
export function NewReport() {
  const api = useApi();
  const router = useRouter();
  const create = useMutation(
    api.reports.create.mutationOptions({
      onSuccess: ({ id }) => router.push(reportHref(`/reports/${id}`, { view: "edit" })),
    }),
  );
  return (
    <>
      <Button
        kind="primary"
        blocked={create.isPending ? "Making it" : undefined}
        onClick={() => (create.isPending ? undefined : create.mutate({ title: "Untitled report" }))}
      >
        New report
      </Button>
      {create.error ? (
        <span className="crit" role="alert">
          {create.error.message}
        </span>
      ) : null}
    </>
  );
}
