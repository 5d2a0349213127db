import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { hearsStop } from "#server/contracts/external/status-source.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { stopSignals } from "#server/wording/stops.ts";
import { isStopAsked } from "./words.ts";

function effectOf(run: RunDetail): string {
  const { row } = run;
  if (row.origin === "external")
    return row.state === "unreachable"
      ? "It has been silent. It counts as ended from now on, by your word; what it may still send is kept."
      : "The stop reaches its client with its next request; clients that support it end the training. Logged points stay.";
  if (row.state === "queued") return "It has not started; it leaves the queue and is marked killed.";
  if (row.state === "unreachable")
    return "Its worker is silent. The request is kept and delivered when the worker calls again.";
  const planned = row.plannedSteps > 0 ? ` of ${writeWhole(row.plannedSteps)}` : "";
  const where = row.step === null ? "where it is now" : `at about step ${writeWhole(row.step)}${planned}`;
  return `It ends ${where}: ${stopSignals(run.continuing.stop)}. Every point up to there stays.`;
}

/** Asks, then asks a run that has not ended to stop; the page then shows what really happens. */
export function StopRun({ run }: { run: RunDetail }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const stop = useMutation(api.runs.stop.mutationOptions({ onSuccess: () => setAsking(false) }));
  const { state, name } = run.row;
  const isSilentExternal = run.external !== null && state === "unreachable";
  if (isStopAsked(run) && !isSilentExternal)
    return (
      <Button
        blocked={
          run.external
            ? "Stop requested; it reaches the client with its next request"
            : `A stop was asked; the worker sends ${stopSignals(run.continuing.stop)}`
        }
      >
        Stopping
      </Button>
    );
  if (run.external && !isSilentExternal && !hearsStop(run.external.client))
    return (
      <Button
        blocked={`${run.external.client} does not support a stop: end it where it runs. Without a heartbeat it can be marked as ended here.`}
      >
        Stop run
      </Button>
    );
  const verb =
    state === "queued"
      ? "Take out of the queue"
      : isSilentExternal
        ? "Count as ended"
        : state === "unreachable"
          ? "Request stop"
          : "Stop run";
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={isSilentExternal ? `Count ${name} as ended?` : `Stop ${name}?`}
        effect={effectOf(run)}
        confirmLabel={isSilentExternal ? `Count ${name} as ended` : `Stop ${name}`}
        danger
        pending={stop.isPending}
        error={stop.error?.message}
        onConfirm={() => stop.mutate({ id: run.row.id })}
      />
    </>
  );
}
