"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import type { ReportPage, ReportPreview } from "#server/contracts/reports/report.ts";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeItemCounts } from "#server/wording/publication.ts";
import { reportSearch } from "../../search-params/reports.ts";
import { ReportTree } from "../report-tree.tsx";
import type { ChosenGroup } from "#server/contracts/reports/report-blocks.ts";
import { ReportHistory } from "./report-history.tsx";
import type { AskChoices } from "./slash-menu.ts";
import { type EditorHandle, TextEditor } from "./text-editor.tsx";
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
/** What an experiment holds is read once while a menu is used, ms. */
const FRESH_MS = 30_000;

/**
 * Asks the server to draw the text a moment after the last key, the first one at once; what it answers of the queries goes to
 * their chips, with the text that it is of. The answer to an older text is not shown.
 */
function usePreview(markdown: string) {
  const api = useApi();
  const { mutate, data, error, variables } = useMutation(api.reports.preview.mutationOptions());
  const tooLong = markdown.length > LONGEST_MARKDOWN;
  const wait = useRef(0);
  useEffect(() => {
    if (tooLong) return undefined;
    const timer = setTimeout(() => mutate({ markdown }), wait.current);
    wait.current = PREVIEW_MS;
    return () => clearTimeout(timer);
  }, [markdown, mutate, tooLong]);
  const text = variables?.markdown ?? "";
  const answer = useMemo(() => (data ? { text, chips: data.chips } : null), [data, text]);
  // While the next text is asked for, the last one stays.
  const [preview, setPreview] = useState<ReportPreview>();
  if (data && data !== preview) setPreview(data);
  return { preview, answer, error };
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
      level="warning"
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

/** Where the choices of the slash menu come from; what was asked a moment ago is not asked again. */
function useChoices(own: string | null, isDrawn: boolean): AskChoices {
  const api = useApi();
  const project = useProject();
  const client = useQueryClient();
  const fresh = { staleTime: FRESH_MS };
  // Read before the menu opens, so that it does not wait; the values of the chips go first.
  useQuery(api.experiments.list.queryOptions({ project }, fresh));
  useQuery(
    api.reports.subjects.queryOptions(
      { experimentId: own ?? "" },
      { ...fresh, enabled: own !== null && isDrawn },
    ),
  );
  return async (of, { experiment, run }) => {
    if (of === "experiment") {
      const all = await client.fetchQuery(api.experiments.list.queryOptions({ project }, fresh));
      const offered = all.map(({ id, title }) => ({
        value: id,
        words: title,
        aside: id === own ? "this report's" : undefined,
      }));
      return offered.toSorted((a, b) => Number(b.value === own) - Number(a.value === own));
    }
    if (of === "group") {
      const input = { runId: run, phase: null, step: null, order: "spread" as const, page: 0 };
      const step = await client.fetchQuery(api.rollouts.step.queryOptions(input, fresh));
      if (!step) return [];
      return step.groups.map((group) => {
        const chosen: ChosenGroup = { phase: step.phase, step: step.step, group: group.key, n: group.n };
        const aside = `step ${writeWhole(step.step)}, ${countOf(group.n, "completion")}`;
        return { value: JSON.stringify(chosen), words: groupName(group), aside };
      });
    }
    const subjects = await client.fetchQuery(
      api.reports.subjects.queryOptions({ experimentId: experiment }, fresh),
    );
    return subjects[of];
  };
}

/** Writing: the text at the left, how it reads at the right. What is written is saved a moment after the last key. */
export function ReportEditor({ page }: { page: ReportPage }) {
  const editor = useRef<EditorHandle>(null);
  const [{ source }, setSearch] = useQueryStates(reportSearch);
  const saving = useSaving(page);
  const { title, markdown, setTitle, setMarkdown, isTooLong } = saving;
  const { preview, answer, error } = usePreview(markdown);
  const ask = useChoices(page.report.experimentId, preview !== undefined);
  const tree = preview?.tree ?? page.tree;
  // As large as the report, and another one only after an answer, not after each key.
  const drawn = useMemo(() => <ReportTree nodes={tree} />, [tree]);
  useLeaveGuard(saving.isDirty);
  return (
    <div className="report-editor">
      <div className="report-write">
        <div className="report-bar">
          <TextInput value={title} onChange={setTitle} label="Title of the report" />
          <Button onClick={() => editor.current?.openMenu()}>Insert</Button>
          <ReportHistory id={page.report.id} now={page.asOf} onRestore={saving.replaceBy} />
          <Switch on={source} onChange={(on) => void setSearch({ source: on })}>
            Show source
          </Switch>
          <SavedWord saving={saving} />
        </div>
        {saving.isConflict ? <Conflict saving={saving} /> : null}
        {saving.error ? (
          <Strip level="warning" claim="Not saved.">
            {saving.error}
          </Strip>
        ) : null}
        <TextEditor
          ref={editor}
          label="Text of the report, Markdown"
          text={markdown}
          onChange={setMarkdown}
          onSave={saving.saveNow}
          answer={answer}
          isUnasked={isTooLong || error !== null}
          source={source}
          ask={ask}
        />
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
          {drawn}
        </article>
      </section>
    </div>
  );
}
