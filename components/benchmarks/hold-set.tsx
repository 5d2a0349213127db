"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";

/** Holds a set of problems for confirmation, or releases it. */
export function HoldSet({ hash, held }: { hash: string; held: boolean }) {
  const hold = useMutation(useApi().benchmarks.hold.mutationOptions());
  return (
    <>
      <Button
        blocked={hold.isPending ? "Saving" : undefined}
        onClick={() => hold.mutate({ hash, held: !held })}
      >
        {held ? "Release" : "Hold for confirmation"}
      </Button>
      {hold.error ? (
        <p className="crit" role="alert">
          {hold.error.message}
        </p>
      ) : null}
    </>
  );
}
