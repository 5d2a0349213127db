import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { aroundDeletion, forgetThings } from "#components/trpc/gone.ts";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { useGo } from "#components/ui/use-go.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { usedByReports } from "#server/wording/publication.ts";

/** Says what goes with an ended run and which published reports used it, and deletes it. */
export function DeleteRunDialog(props: { run: RunDetail; open: boolean; onClose: () => void }) {
  const { run, open, onClose } = props;
  const api = useApi();
  const router = useGo();
  const { id, name } = run.row;
  const plan = useQuery(api.runs.deletion.queryOptions({ id }, { enabled: open, retry: false, gcTime: 0 }));
  const { tell } = useAnnotate();
  const queryClient = useQueryClient();
  const remove = useMutation(
    api.runs.delete.mutationOptions({
      ...aroundDeletion(queryClient, id),
      onSuccess() {
        tell({ message: `Deleted ${name}, with everything stored of it.`, undo: [] });
        forgetThings(queryClient, id);
        router.push("/runs");
      },
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${name}?`}
      effect={
        plan.data ? `${plan.data.message} ${usedByReports(plan.data.reports)}` : "Counting what goes with it."
      }
      confirmLabel={`Delete ${name}`}
      danger
      pending={remove.isPending || remove.isSuccess || plan.isPending}
      error={remove.error?.message ?? plan.error?.message}
      onConfirm={() => remove.mutate({ id })}
    />
  );
}
