"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { freshLaunchKey } from "#components/launch/launch-key.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { useGo } from "#components/ui/use-go.ts";
import type { RunDetail } from "#server/contracts/run.ts";

/** Puts the same run into the queue once more. */
export function LaunchAgain({ run }: { run: RunDetail }) {
  const api = useApi();
  const router = useGo();
  const [launchKey] = useState(freshLaunchKey);
  const again = useMutation(
    api.runs.again.mutationOptions({ onSuccess: ({ runs }) => router.push(`/runs/${runs[0].id}`) }),
  );
  return (
    <>
      <Button
        disabled={again.isPending || again.isSuccess}
        onClick={() => again.mutate({ id: run.row.id, launchKey })}
      >
        Launch again
      </Button>
      {again.error ? (
        <span className="crit" role="alert">
          {again.error.message}
        </span>
      ) : null}
    </>
  );
}
