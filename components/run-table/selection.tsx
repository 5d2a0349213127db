"use client";

import { MoveDialog } from "#components/annotations/move-dialog.tsx";
import { useGo } from "#components/ui/use-go.ts";
import { MAX_RUNS_AT_ONCE } from "#server/contracts/housekeeping/annotation-limits.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { compareLink } from "#components/search-params/compare-link.ts";
import { curvesHref } from "#components/search-params/curves.ts";
import { type RunSearch, runTableView } from "#components/search-params/runs.ts";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { readTags } from "#components/annotations/change-of.ts";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { aroundDeletion, forgetThings } from "#components/trpc/gone.ts";
import { announce } from "#components/ui/announce.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { MAX_SIDES } from "#server/contracts/compare/compare-words.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";

interface SelectionProps {
  search: RunSearch;
  /** Runs that fit the view. */
  fitting: number;
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
}

/** What forbids a comparison of so many runs, or null. */
function whyNoComparison(n: number): string | undefined {
  if (n < 2) return "A comparison needs at least two runs: select them with x";
  return n > MAX_SIDES ? `At most ${countOf(MAX_SIDES, "run")} stand side by side` : undefined;
}

const errorLine = (text: string | null): ReactNode =>
  text === null ? null : (
    <p className="crit" role="alert">
      {text}
    </p>
  );

/** Adds and takes away tags of the selected runs. */
function TagDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { keep, refusal, forget } = useAnnotate();
  const [add, setAdd] = useState("");
  const [remove, setRemove] = useState("");
  const close = () => {
    forget();
    onClose();
  };
  const save = () =>
    keep(
      ids.map((id) => ({ id, addTags: readTags(add), removeTags: readTags(remove) })),
      close,
    );
  return (
    <Dialog
      open
      onClose={close}
      title={`Tags of ${countOf(ids.length, "run")}`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Add" value={add} onChange={setAdd} why="Space-separated." />
      <TextField label="Take away" value={remove} onChange={setRemove} />
      {errorLine(refusal)}
    </Dialog>
  );
}

/** Deletes the selected runs after saying what goes with them; the server refuses what has not ended. */
function DeleteDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const wanted = { ids: [...ids] };
  const plan = useQuery(api.runs.deletions.queryOptions(wanted, { retry: false, gcTime: 0 }));
  const queryClient = useQueryClient();
  const remove = useMutation(
    api.runs.deleteMany.mutationOptions({
      ...aroundDeletion(queryClient, ...ids),
      onSuccess() {
        forgetThings(queryClient, ...ids);
        onDone();
      },
    }),
  );
  const reports = plan.data?.reports ?? [];
  const used =
    reports.length === 0
      ? ""
      : ` ${countOf(reports.length, "published report uses", "published reports use")} them and will say that the source is gone.`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${countOf(ids.length, "run")}?`}
      effect={plan.data ? `${plan.data.message}${used}` : "Counting what goes with them."}
      confirmLabel={`Delete ${countOf(ids.length, "run")}`}
      danger
      pending={remove.isPending || !plan.data}
      error={remove.error?.message ?? plan.error?.message}
      onConfirm={() => remove.mutate(wanted)}
    />
  );
}

function StopDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const stop = useMutation(
    useApi().runs.stopMany.mutationOptions({
      onSuccess: ({ message }) => {
        announce(message);
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Stop ${countOf(ids.length, "run")}?`}
      effect="Those that wait leave the queue and never start; those that train end at about the step reached now, and every point stays. What has ended is left as it is."
      confirmLabel={`Stop ${countOf(ids.length, "run")}`}
      danger
      pending={stop.isPending}
      error={stop.error?.message}
      onConfirm={() => stop.mutate({ ids: [...ids] })}
    />
  );
}

/** Selects every run that fits the view, also those that are not fetched. */
function SelectAll({ search, fitting, selected, onSelect }: SelectionProps) {
  const api = useApi();
  const { open: _open, ...view } = runTableView(search);
  const all = useQuery(api.runs.matching.queryOptions(view, { enabled: false }));
  if (selected.length >= Math.min(fitting, MAX_RUNS_AT_ONCE)) return null;
  const label =
    fitting > MAX_RUNS_AT_ONCE
      ? `First ${writeCount(MAX_RUNS_AT_ONCE)} of ${writeCount(fitting)}`
      : `All ${writeCount(fitting)} matching`;
  return (
    <Button size="small" onClick={() => void all.refetch().then(({ data }) => data && onSelect(data.ids))}>
      {label}
    </Button>
  );
}

/** What can be done with the selected runs. */
export function RunTableSelection(props: SelectionProps) {
  const { search, selected, onSelect } = props;
  const router = useGo();
  const { keep, refusal } = useAnnotate();
  const [dialog, setDialog] = useState<"tag" | "move" | "stop" | "delete" | null>(null);
  /** Why the last key did nothing, and of how many selected runs that was said. */
  const [hint, setHint] = useState<{ why: string; n: number } | null>(null);
  const clear = () => {
    setHint(null);
    onSelect([]);
  };
  const close = () => setDialog(null);
  const done = () => {
    close();
    clear();
  };
  const blocked = whyNoComparison(selected.length);
  const say = (why: string) => {
    setHint({ why, n: selected.length });
    announce(why);
  };
  const said = hint?.n === selected.length ? hint.why : null;
  const compare = () => {
    if (blocked) say(blocked);
    else router.push(compareLink(selected));
  };
  const isArchive = search.view === "archived";
  const archive = () =>
    keep(
      selected.map((id) => ({ id, archived: !isArchive })),
      clear,
    );
  const some = (run: () => void) => () => {
    if (selected.length === 0) say("Select runs with x first");
    else run();
  };
  useKeys([
    { keys: "c", label: "Compare the selected runs", group: "This page", run: compare },
    { keys: "t", label: "Tag the selected runs", group: "This page", run: some(() => setDialog("tag")) },
    { keys: "e", label: "Archive the selected runs", group: "This page", run: some(archive) },
    { keys: "m", label: "Move the selected runs", group: "This page", run: some(() => setDialog("move")) },
    { keys: "esc", label: "Select none", group: "This page", run: clear },
  ]);
  if (selected.length === 0)
    return said === null ? null : (
      <section className="bulk popup" aria-label="Selected runs">
        <span>{said}</span>
        <Button size="small" kind="quiet" keys="esc" onClick={clear}>
          Close
        </Button>
      </section>
    );
  return (
    <section className="bulk popup" aria-label="Selected runs" data-page-actions>
      <output>{countOf(selected.length, "run")} selected</output>
      <SelectAll {...props} />
      <Button size="small" keys="c" blocked={blocked} onClick={compare}>
        Compare
      </Button>
      <LinkButton size="small" href={curvesHref("/runs/curves", { runs: [...selected] })}>
        Curves
      </LinkButton>
      <Button size="small" keys="t" onClick={() => setDialog("tag")}>
        Tag
      </Button>
      <Button size="small" keys="e" onClick={archive}>
        {isArchive ? "Unarchive" : "Archive"}
      </Button>
      <Button size="small" keys="m" onClick={() => setDialog("move")}>
        Move
      </Button>
      <a className="btn" data-size="small" href={`/api/export/runs/${selected.join(",")}.parquet`} download>
        Export Parquet
      </a>
      <Button size="small" kind="danger" onClick={() => setDialog("stop")}>
        Stop
      </Button>
      <Button size="small" kind="danger" onClick={() => setDialog("delete")}>
        Delete
      </Button>
      <Button size="small" kind="quiet" keys="esc" onClick={clear}>
        Select none
      </Button>
      {said ? <span>{said}</span> : null}
      {dialog === null ? errorLine(refusal) : null}
      {dialog === "tag" ? <TagDialog ids={selected} onClose={close} /> : null}
      {dialog === "move" ? (
        <MoveDialog
          ids={selected}
          what={countOf(selected.length, "run")}
          from={search.project}
          onClose={close}
          onDone={done}
        />
      ) : null}
      {dialog === "stop" ? <StopDialog ids={selected} onClose={close} onDone={done} /> : null}
      {dialog === "delete" ? <DeleteDialog ids={selected} onClose={close} onDone={done} /> : null}
    </section>
  );
}
