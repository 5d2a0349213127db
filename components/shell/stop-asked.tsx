import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { effectOfStop, type StoppableRun } from "./stop-commands.ts";

/** Asks before a run that was named in the palette is stopped, and shows why it is not. */
export function StopAsked({ run, onClose }: { run: StoppableRun; onClose: () => void }) {
  const stop = useMutation(useApi().runs.stop.mutationOptions({ onSuccess: onClose }));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Stop ${run.name}?`}
      effect={effectOfStop(run)}
      confirmLabel={`Stop ${run.name}`}
      danger
      pending={stop.isPending}
      error={stop.error?.message}
      onConfirm={() => stop.mutate({ id: run.id })}
    />
  );
}
