"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { ScrollFrame } from "#components/ui/tables/scroll-frame.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { DraftText } from "#server/contracts/reports/report-drafts.ts";
import { MOST_DRAFTS } from "#server/contracts/reports/report-limits.ts";
import { writeCount } from "#server/wording/counts.ts";

interface HistoryProps {
  id: string;
  now: number;
  /** Puts an earlier text in the place of the present one, which stays in the history. */
  onRestore: (draft: DraftText) => void;
}

function Drafts({ id, now, onRestore }: HistoryProps) {
  const api = useApi();
  const [shown, setShown] = useState<number | null>(null);
  const drafts = useQuery(api.reports.history.queryOptions({ id }, { staleTime: 0 }));
  const draft = useQuery(
    api.reports.draft.queryOptions({ id, version: shown ?? 1 }, { enabled: shown !== null }),
  );
  if (drafts.data === undefined)
    return <p className="muted">{drafts.error?.message ?? "Reading the history"}</p>;
  if (drafts.data.length === 0) return <Notice>No earlier text yet: nothing was saved over.</Notice>;
  return (
    <div className="report-history">
      <ul className="plain-list">
        {drafts.data.map(({ version, title, savedBy, savedAt }) => (
          <li key={version}>
            <QuietButton aria-pressed={shown === version} onClick={() => setShown(version)}>
              <Time at={savedAt} now={now} form="moment" />
            </QuietButton>{" "}
            <span className="muted">
              {title}, version {writeCount(version)}, by {savedBy}
            </span>
          </li>
        ))}
      </ul>
      {draft.data ? (
        <section aria-label={`Version ${draft.data.version}`}>
          <Button kind="primary" onClick={() => onRestore(draft.data)}>
            Restore this text
          </Button>
          <ScrollFrame className="report-earlier" label="The text of this version">
            {draft.data.markdown}
          </ScrollFrame>
        </section>
      ) : null}
    </div>
  );
}

/** The press that opens the earlier texts of a report. */
export function ReportHistory({ id, now, onRestore }: HistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>History</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        width={860}
        title="History"
        text={`The text at the beginning of each stretch of writing; the last ${writeCount(MOST_DRAFTS)} are kept.`}
        actions={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <Drafts
          id={id}
          now={now}
          onRestore={(draft) => {
            onRestore(draft);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
