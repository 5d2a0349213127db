"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeItemCounts } from "#server/wording/publication.ts";
import { insertAt, type Skeleton, SKELETONS } from "./block-skeletons.ts";
import { ReportHistory } from "./report-history.tsx";
import { ReportTree } from "./report-tree.tsx";
import { type Saving, useSaving } from "./use-saving.ts";

const QUESTION = "This report has unsaved words. Leave without them?";

/** Asks before unsaved words are left behind: on closing the tab, and on a link inside the app. */
function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const stays = !link || link.getAttribute("target") === "_blank" || event.ctrlKey || event.metaKey;
      if (stays || window.confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [dirty]);
}

const PREVIEW_MS = 400;
const SHOWN_FROM = LONGEST_MARKDOWN * 0.9;

/** Asks the server to draw the text a moment after the last key; the answer to an older text is not shown. */
function usePreview(markdown: string) {
  const api = useApi();
  const { mutate, data, error } = useMutation(api.reports.preview.mutationOptions());
  const tooLong = markdown.length > LONGEST_MARKDOWN;
  useEffect(() => {
    if (tooLong) return undefined;
    const timer = setTimeout(() => mutate({ markdown }), PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [markdown, mutate, tooLong]);
  return { preview: data, error };
}

/** What the server has of the words, in a word or two. */
function SavedWord({ saving }: { saving: Saving }) {
  const { isConflict, isPending, isDirty, error } = saving;
  return (
    <output className="muted small">
      {isConflict
        ? "Not saved"
        : isPending
          ? "Saving"
          : error
            ? "Not saved"
            : isDirty
              ? "Not saved yet"
              : "Saved"}
    </output>
  );
}

/** Somebody else saved while words were written here: one press decides, and the other text stays in the history. */
function Conflict({ saving }: { saving: Saving }) {
  return (
    <Strip
      level="caution"
      claim="This report was saved elsewhere while you wrote."
      actions={
        <>
          <Button onClick={() => saving.choose("mine")}>Keep mine</Button>{" "}
          <Button onClick={() => saving.choose("theirs")}>Take theirs</Button>
        </>
      }
    >
      Nothing was overwritten and your text is still here. The text that you do not choose stays in the
      history.
    </Strip>
  );
}

/** Writing: the text at the left, how it reads at the right. What is written is saved a moment after the last key. */
export function ReportEditor({ page }: { page: ReportPage }) {
  const api = useApi();
  const area = useRef<HTMLTextAreaElement>(null);
  const saving = useSaving(page);
  const { title, markdown, setTitle, setMarkdown, isTooLong } = saving;
  const { preview, error } = usePreview(markdown);
  const project = useProject();
  const experiments = useQuery(api.experiments.list.queryOptions({ project }));
  const experiment = page.report.experimentId ?? experiments.data?.[0]?.id ?? "exp_…";
  useLeaveGuard(saving.isDirty);
  const insert = (skeleton: Skeleton) => {
    const at = area.current?.selectionEnd ?? markdown.length;
    const next = insertAt(markdown, at, skeleton, experiment);
    setMarkdown(next.markdown);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  return (
    <div className="report-editor">
      <div className="report-write">
        <div className="report-bar">
          <TextInput value={title} onChange={setTitle} label="Title of the report" />
          <Menu
            trigger="Insert"
            entries={SKELETONS.map((skeleton) => ({
              label: skeleton.label,
              onSelect: () => insert(skeleton),
            }))}
          />
          <ReportHistory id={page.report.id} now={page.asOf} onRestore={saving.replaceBy} />
          <SavedWord saving={saving} />
        </div>
        {saving.isConflict ? <Conflict saving={saving} /> : null}
        {saving.error ? (
          <Strip level="caution" claim="Not saved.">
            {saving.error}
          </Strip>
        ) : null}
        <span className="box">
          <textarea
            ref={area}
            className="report-text"
            aria-label="Text of the report, Markdown"
            value={markdown}
            spellCheck
            onChange={(event) => setMarkdown(event.target.value)}
            onKeyDown={(event) => {
              if ((event.ctrlKey || event.metaKey) && event.key === "s") {
                event.preventDefault();
                saving.saveNow();
              }
            }}
          />
        </span>
        {isTooLong || markdown.length > SHOWN_FROM ? (
          <output className={isTooLong ? "crit" : "muted small"}>
            {writeWhole(markdown.length)} of {writeWhole(LONGEST_MARKDOWN)} characters.
            {isTooLong ? " Shorten the report to save it." : ""}
          </output>
        ) : null}
      </div>
      <section className="report-preview" aria-label="How it reads">
        <output className="muted small">
          {error ? error.message : preview ? writeItemCounts(preview.counts) : "Drawing the preview"}
        </output>
        <article className="report" data-notes="inline">
          <h1>{title}</h1>
          <ReportTree nodes={preview?.tree ?? page.tree} />
        </article>
      </section>
    </div>
  );
}
