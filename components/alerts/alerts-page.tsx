"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { alertSearch } from "#components/search-params/alerts.ts";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { announce } from "#components/ui/announce.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { later } from "#components/ui/later.tsx";
import { Section } from "#components/ui/section.tsx";
import { useHash } from "#components/ui/use-hash.ts";
import type { AlertLines, Marked } from "#server/contracts/alerts/alert.ts";
import { ALERT_LIMITS } from "#server/contracts/alerts/words.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { AlertList } from "./alert-list.tsx";
import { BrowserNotesSwitch } from "#components/bell/browser-notes.tsx";
import { MuteSection } from "./mute-section.tsx";
import { RuleSection } from "./rule-section.tsx";

const WebhookSection = later(
  async () => (await import("./webhook-section.tsx")).WebhookSection,
  "the webhooks",
  110,
);

/** So few lines that the rules below are in reach. */
const PAGE = 12;
const MOST = ALERT_LIMITS.lines;

/** Marks alerts, and for as long as the page is open takes the last marking back. */
function useMarking() {
  const [done, setDone] = useState<Marked | null>(null);
  const mark = useMutation(
    useApi().alerts.mark.mutationOptions({
      onSuccess(marked) {
        setDone(marked);
        announce(`${countOf(marked.ids.length, "alert")} marked as ${marked.read ? "read" : "unread"}.`);
      },
    }),
  );
  const undo =
    done && done.ids.length > 0
      ? () => mark.mutate({ read: !done.read, ids: done.ids.slice(0, ALERT_LIMITS.marked) })
      : null;
  return { mark, undo, done };
}

function titleOf(list: AlertLines | undefined): string {
  if (!list || list.unread === 0) return "Alerts";
  return countOf(list.unread, "unread alert");
}

/** What happened while nobody looked, the rules that say so, and to whom else it is said. */
export function AlertsPage() {
  const api = useApi();
  const [view, setView] = useQueryStates(alertSearch);
  const [lines, setLines] = useState(PAGE);
  const { show, run, before } = view;
  const query = useQuery(
    api.alerts.lines.queryOptions(
      {
        only: show,
        limit: before === null ? lines : MOST,
        ...(run !== null && { run }),
        ...(before !== null && { before }),
      },
      { meta: liveOn([topics.alerts], 1000), placeholderData: keepPreviousData },
    ),
  );
  const rules = useQuery(api.alerts.rules.queryOptions(undefined, { meta: liveOn([topics.alerts], 1000) }));
  const { mark, undo, done } = useMarking();
  useHash(query.isSuccess && rules.isSuccess);
  const names = new Map((rules.data ?? []).map(({ id, name }) => [id, name]));
  const newest = query.data?.newest ?? null;
  return (
    <BenchPage crumbs={[{ label: "Alerts" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title={titleOf(query.data)}
        summary="Events, grouped by cause."
        actions={
          <>
            {undo && done ? (
              <Button kind="quiet" onClick={undo}>
                Undo: {countOf(done.ids.length, "alert")} {done.read ? "read" : "unread"}
              </Button>
            ) : null}
            {query.data && query.data.unread > 0 && newest !== null ? (
              <Button onClick={() => mark.mutate({ read: true, upTo: newest })}>Mark all as read</Button>
            ) : null}
          </>
        }
      />
      <div className="alert-bar">
        <Segmented
          label="Which alerts"
          value={show}
          onChange={(next) => void setView({ show: next, before: null })}
          options={[
            { value: "all", label: "All" },
            { value: "unread", label: "Unread" },
            { value: "muted", label: "Muted" },
          ]}
        />
        {run !== null ? (
          <QuietButton onClick={() => void setView({ run: null, before: null })}>Of every run</QuietButton>
        ) : null}
      </div>
      {mark.error ? (
        <p className="crit" role="alert">
          {mark.error.message}
        </p>
      ) : null}
      <QueryState
        query={query}
        what="the alerts"
        height={160}
        isEmpty={(page) => page.lines.length === 0 && before === null}
        empty={<Notice>{show === "all" ? "Nothing has fired yet." : "None."}</Notice>}
      >
        {({ lines: shown, older, total }) => {
          const last = shown.at(-1)?.alerts[0].id;
          return (
            <>
              <AlertList
                lines={shown}
                now={query.dataUpdatedAt}
                ruleNames={names}
                onRead={(ids, read) => mark.mutate({ read, ids })}
              />
              <p className="small muted">
                Showing {writeOf(shown.flatMap(({ ids }) => ids).length, total, "alert")}.{" "}
                {before === null ? null : (
                  <QuietButton
                    onClick={() => void setView({ before: null }, { history: "push", scroll: true })}
                  >
                    Newest
                  </QuietButton>
                )}{" "}
                {older === 0 || last === undefined ? null : before === null && lines < MOST ? (
                  <QuietButton onClick={() => setLines(MOST)}>Show more</QuietButton>
                ) : (
                  <QuietButton
                    onClick={() => void setView({ before: last }, { history: "push", scroll: true })}
                  >
                    Older
                  </QuietButton>
                )}
              </p>
            </>
          );
        }}
      </QueryState>
      <RuleSection query={rules} />
      <MuteSection />
      <Section title="Notifications" note="of this browser">
        <BrowserNotesSwitch />
      </Section>
      <WebhookSection />
    </BenchPage>
  );
}
