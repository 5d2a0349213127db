"use client";

import type { ProjectName } from "#server/contracts/housekeeping/projects.ts";
import { NO_ANNOTATIONS } from "#server/contracts/housekeeping/annotation-limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runSearchHref } from "#components/search-params/runs.ts";
import { TreeNodes } from "#components/ui/drawn-tree.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { MaskedText } from "#components/ui/marks/masked-text.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { writeTimeOfDay } from "#server/wording/times.ts";
import { useAnnotate } from "./annotate-context.tsx";
import { later } from "#components/ui/later.tsx";

const DIALOG = { over: true } as const;
const KeepDialog = later(
  async () => (await import("./annotate-dialog.tsx")).KeepDialog,
  "the dialog",
  0,
  DIALOG,
);
const MoveDialog = later(async () => (await import("./move-dialog.tsx")).MoveDialog, "the dialog", 0, DIALOG);
const DeleteThing = later(async () => (await import("./delete-thing.tsx")).DeleteThing, "the press", 0);

interface AnnotationLineProps {
  id: string;
  name: string;
  /** Ticks that tell of a change to it. */
  topic: string;
  /** What has not ended is not archived. */
  canArchive: boolean;
  /** Whether it is deleted here; a run is deleted on its page's head. */
  canDelete?: boolean;
  /** The project that it is of; absent for what is of the whole bench. */
  project?: ProjectName;
}

/** Under the title of a page: tags, whether it is pinned or archived, its notes, and how to change them. */
export function AnnotationLine({
  id,
  name,
  topic,
  canArchive,
  canDelete = false,
  project,
}: AnnotationLineProps) {
  const api = useApi();
  const { keep } = useAnnotate();
  // Null until it is first asked for: only then its script comes.
  const [editing, setEditing] = useState<boolean | null>(null);
  const [moving, setMoving] = useState(false);
  const meta = liveOn([topic]);
  const query = useQuery(api.annotations.of.queryOptions({ ids: [id] }, { meta }));
  const kept = query.data?.[id] ?? NO_ANNOTATIONS;
  const notes = useQuery(api.annotations.notes.queryOptions({ id }, { meta, enabled: kept.notes !== "" }));
  return (
    <>
      <div className="kept-line" data-page-actions>
        {kept.purgeAt !== undefined ? (
          <Tag>deleted, gone for good at {writeTimeOfDay(kept.purgeAt)}</Tag>
        ) : kept.archived ? (
          <Tag>archived</Tag>
        ) : null}
        {kept.pinned ? <Tag>pinned</Tag> : null}
        {kept.tags.map((tag) => (
          <PageLink key={tag} href={runSearchHref("/runs", { q: tag })}>
            #<MaskedText text={tag} />
          </PageLink>
        ))}
        <QuietButton onClick={() => setEditing(true)}>Rename, tag, note</QuietButton>
        <QuietButton onClick={() => keep([{ id, pinned: !kept.pinned }])}>
          {kept.pinned ? "Unpin" : "Pin"}
        </QuietButton>
        {project ? <QuietButton onClick={() => setMoving(true)}>Move</QuietButton> : null}
        {kept.purgeAt !== undefined ? (
          <QuietButton onClick={() => keep([{ id, deleted: false, archived: false }])}>
            Bring back
          </QuietButton>
        ) : canArchive || kept.archived ? (
          <QuietButton onClick={() => keep([{ id, archived: !kept.archived }])}>
            {kept.archived ? "Unarchive" : "Archive"}
          </QuietButton>
        ) : null}
        {canDelete && kept.purgeAt === undefined ? <DeleteThing id={id} name={name} /> : null}
      </div>
      {kept.notes !== "" && notes.data ? (
        <div className="kept-notes">
          <TreeNodes nodes={notes.data} hasMasks />
        </div>
      ) : null}
      {moving && project ? (
        <MoveDialog
          ids={[id]}
          what={name}
          from={project.slug}
          onClose={() => setMoving(false)}
          onDone={() => setMoving(false)}
        />
      ) : null}
      {editing === null ? null : (
        <KeepDialog {...{ id, name, kept }} open={editing} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
