"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { SelectField } from "#components/ui/controls/select.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";
import { useAnnotate } from "./annotate-context.tsx";

interface MoveDialogProps {
  /** Runs, experiments and reports, by their ids. */
  ids: readonly string[];
  /** What is moved, as in "Move 2 runs". */
  what: string;
  /** Slug of the project that they are all in, where that is known. */
  from?: string | null;
  onClose: () => void;
  onDone: () => void;
}

/** Moves things into another project; said, and taken back, as every change. */
export function MoveDialog({ ids, what, from = null, onClose, onDone }: MoveDialogProps) {
  const api = useApi();
  const { tell } = useAnnotate();
  const [chosen, setChosen] = useState("");
  const projects = useQuery(api.projects.list.queryOptions());
  const back = useMutation(api.projects.move.mutationOptions());
  const move = useMutation(
    api.projects.move.mutationOptions({
      onSuccess: ({ message, undo }) => {
        const takeBack = async () => {
          for (const one of undo) tell({ ...(await back.mutateAsync(one)), undo: [] });
        };
        tell({ message, undo: [], ...(undo.length > 0 && { takeBack }) });
        onDone();
      },
    }),
  );
  const offered = (projects.data ?? []).filter(({ archived, slug }) => !archived && slug !== from);
  const to = chosen === "" ? (offered[0]?.slug ?? "") : chosen;
  const submit = () => (move.isPending || to === "" ? undefined : move.mutate({ ids: [...ids], to }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${what}`}
      text="Loggers go on reaching what they send to. A run whose experiment stays goes into one of the same title."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" blocked={move.isPending ? "Moving" : undefined} onClick={submit}>
            Move
          </Button>
        </>
      }
    >
      {projects.data && offered.length === 0 ? (
        <p>
          There is no other project. <LinkButton href="/settings#projects">Make one</LinkButton>
        </p>
      ) : (
        <SelectField
          label="To"
          value={to}
          onChange={setChosen}
          options={offered.map(({ name, slug }) => ({ value: slug, label: visibleName(name) }))}
        />
      )}
      {move.error ? (
        <p className="crit" role="alert">
          {move.error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
