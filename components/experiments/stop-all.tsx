"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RunState } from "#server/contracts/run-lifecycle.ts";
import { countOf, plural, writeCount } from "#server/wording/counts.ts";
import { STOPS_OF_MANY } from "#server/wording/stops.ts";

/** What one press would stop, in words; null where there is nothing to stop. */
interface StopAllWords {
  /** On the button: "Stop all (2 running, 171 queued)". */
  label: string;
  /** On the button of the dialog: "Stop 173 runs". */
  confirm: string;
  effect: string;
}

/** Runs that are stopping were asked already and do not count. */
export function stopAllWords(states: Partial<Record<RunState, number>>): StopAllWords | null {
  const { queued = 0, starting = 0, running = 0, unreachable = 0 } = states;
  const live = starting + running;
  const all = live + unreachable + queued;
  if (all === 0) return null;
  const counts = [
    live > 0 ? `${writeCount(live)} running` : "",
    unreachable > 0 ? `${writeCount(unreachable)} unreachable` : "",
    queued > 0 ? `${writeCount(queued)} queued` : "",
  ].filter(Boolean);
  const effects = [
    queued > 0
      ? `${countOf(queued, "run leaves", "runs leave")} the queue and never ${plural(queued, "starts", "start")}.`
      : "",
    live > 0
      ? `${countOf(live, "run ends", "runs end")} at about the step reached now, each ${STOPS_OF_MANY}. Every point up to there stays.`
      : "",
    unreachable > 0
      ? `For ${countOf(unreachable, "run")} the request is kept and delivered when a silent worker calls again.`
      : "",
  ].filter(Boolean);
  return {
    label: `Stop all (${counts.join(", ")})`,
    confirm: `Stop ${countOf(all, "run")}`,
    effect: effects.join(" "),
  };
}

interface StopAllProps {
  experimentId: string;
  title: string;
  states: Partial<Record<RunState, number>>;
}

/** Asks, then stops every run of the experiment that has not ended; gone where there is none. */
export function StopAll({ experimentId, title, states }: StopAllProps) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const stop = useMutation(api.experiments.stop.mutationOptions({ onSuccess: () => setAsking(false) }));
  const words = stopAllWords(states);
  if (words === null) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Stop all runs of “${title}”?`}
        effect={words.effect}
        confirmLabel={words.confirm}
        danger
        pending={stop.isPending}
        error={stop.error?.message}
        onConfirm={() => stop.mutate({ id: experimentId })}
      />
    </>
  );
}
