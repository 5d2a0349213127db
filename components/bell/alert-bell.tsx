"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { topics } from "#server/contracts/live.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { lineTitle } from "#server/wording/alerts.ts";
import { AlertFlag } from "./alert-flag.tsx";
import { lineHref } from "#server/contracts/alerts/fold.ts";

const SHOWN = 6;

function Bell() {
  return (
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden="true">
      <path d="M3.2 9.8V6.2a3.8 3.8 0 0 1 7.6 0v3.6l1 1.2H2.2Z" strokeLinejoin="round" />
      <path d="M5.7 12.6h2.6" strokeLinecap="round" />
    </svg>
  );
}

/** The newest alerts that nobody has read, asked for when they are looked at. */
function Newest() {
  const api = useApi();
  const query = useQuery(
    api.alerts.lines.queryOptions({ only: "unread", limit: SHOWN }, { meta: liveOn([topics.alerts], 1000) }),
  );
  const { refuse } = useAnnotate();
  const mark = useMutation(api.alerts.mark.mutationOptions({ onError: refuse }));
  if (!query.data)
    return query.error ? <p className="crit">{query.error.message}</p> : <LoadingText what="the alerts" />;
  const { lines, older, unread, newest } = query.data;
  return (
    <>
      {lines.length === 0 ? <p className="muted">No unread alerts.</p> : null}
      <ul className="bell-list">
        {lines.map((line) => (
          <li key={line.key}>
            <AlertFlag level={line.alerts[0].level} />
            <PageLink href={lineHref(line)}>{lineTitle(line)}</PageLink>
            <span className="muted">
              <Time at={line.alerts[0].at} now={query.dataUpdatedAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="bell-foot">
        <PageLink href="/alerts">
          {older > 0 ? `All ${countOf(unread, "unread alert")}` : "All alerts"}
        </PageLink>
        {newest !== null ? (
          <QuietButton onClick={() => mark.mutate({ read: true, upTo: newest })}>Mark as read</QuietButton>
        ) : null}
      </p>
    </>
  );
}

/** A bell with how many alerts nobody has read, and the newest of them. */
export function AlertBell({ unread }: { unread: number }) {
  return (
    <Popover
      title="Alerts"
      label={unread > 0 ? `Alerts, ${countOf(unread, "unread", "unread")}` : "Alerts"}
      triggerClass="bell"
      trigger={
        <>
          <Bell />
          {unread > 0 ? <span className="bell-count">{writeCount(unread)}</span> : null}
        </>
      }
    >
      <Newest />
    </Popover>
  );
}
