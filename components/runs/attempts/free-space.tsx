"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { NumberField } from "#components/ui/controls/number-field.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import type { RetentionPlan } from "#server/contracts/attempts/retention.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, listAnd } from "#server/wording/counts.ts";

const NAMED = 8;

/** What would go by name, as far as a dialog has room for it. */
function namesOf({ go }: RetentionPlan): string {
  const named = go.slice(0, NAMED).map(({ path }) => path);
  const more = go.length - named.length;
  return listAnd(more > 0 ? [...named, countOf(more, "more")] : named);
}

/** Removes checkpoints of a run, where it has several. */
export function FreeSpace({ run }: { run: RunDetail }) {
  const there = run.files.filter(
    ({ kind, goneAt, wish }) => kind === "checkpoint" && goneAt === null && wish !== "drop",
  );
  return there.length < 2 ? null : <FreeSpaceButton run={run.row.id} name={run.row.name} />;
}

/** Removes checkpoints of one run, or of all, by a rule, after saying which would go and what that frees. */
export function FreeSpaceButton({ run, name }: { run?: string; name: string }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const [keepLast, setKeepLast] = useState<number | null>(1);
  const isRule = keepLast !== null && Number.isInteger(keepLast) && keepLast >= 1 && keepLast <= 1000;
  const rule = { run, keepLast: isRule ? keepLast : 1, keepBest: true };
  const preview = useQuery(
    api.files.preview.queryOptions(rule, {
      enabled: asking && isRule,
      gcTime: 0,
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  const remove = useMutation(api.files.remove.mutationOptions({ onSuccess: () => setAsking(false) }));
  const plan = preview.data;
  const ids = plan?.go.map(({ id }) => id) ?? [];
  const open = () => {
    remove.reset();
    setAsking(true);
  };
  return (
    <>
      <Button onClick={open}>Free space</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove checkpoints of ${name}?`}
        effect={
          <>
            {plan ? (
              <>
                <p>{plan.message}</p>
                {plan.go.length > 0 ? <p>Would go: {namesOf(plan)}.</p> : null}
                {plan.withoutBest.length > 0 ? (
                  <p>
                    The best checkpoint is unknown: no value of the primary metric was logged before them.
                  </p>
                ) : null}
              </>
            ) : (
              <p>Reading what would go.</p>
            )}
            <NumberField
              label="Keep the last"
              value={keepLast}
              onChange={setKeepLast}
              error={isRule ? null : "A whole number from 1 to 1000."}
            />
          </>
        }
        confirmLabel={ids.length > 0 ? `Remove ${countOf(ids.length, "checkpoint")}` : "Remove nothing"}
        danger
        pending={remove.isPending || preview.isFetching || !isRule}
        error={remove.error?.message ?? preview.error?.message}
        onConfirm={() => (ids.length > 0 ? remove.mutate({ ...rule, ids }) : setAsking(false))}
      />
    </>
  );
}
