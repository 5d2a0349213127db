"use client";

import { QuietButton } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { AlertRow } from "#server/contracts/alerts/alert.ts";
import { AlertFlag } from "#components/bell/alert-flag.tsx";
import { MuteMenu } from "./mute-menu.tsx";

interface AlertListProps {
  alerts: readonly AlertRow[];
  now: number;
  /** How rules are called, by what they are known by. */
  ruleNames: ReadonlyMap<string, string>;
  onRead: (id: number, read: boolean) => void;
}

/** What happened, the newest first: what, why, where, and what can be done about its like. */
export function AlertList({ alerts, now, ruleNames, onRead }: AlertListProps) {
  return (
    <ul className="alert-list">
      {alerts.map((alert) => {
        const { id, level, title, why, at, readAt, muted, run, experiment } = alert;
        const isUnread = readAt === null && !muted;
        return (
          <li key={id} data-unread={isUnread || undefined}>
            <AlertFlag level={level} />
            <div>
              <p className="alert-title">
                {isUnread ? <span className="hidden-text">Unread: </span> : null}
                {run ? <PageLink href={`/runs/${run.id}`}>{title}</PageLink> : title}
                {muted ? <span className="tag">muted</span> : null}
              </p>
              <p className="alert-why">{why}</p>
            </div>
            <p className="alert-where">
              <Time at={at} now={now} form="moment" />
              {experiment ? (
                <PageLink className="muted" href={`/experiments/${experiment.id}`}>
                  {experiment.title}
                </PageLink>
              ) : null}
            </p>
            <div className="alert-acts">
              {muted ? null : (
                <QuietButton
                  onClick={() => onRead(id, isUnread)}
                  aria-label={`${isUnread ? "Mark as read" : "Mark as unread"}: ${title}`}
                >
                  {isUnread ? "Read" : "Unread"}
                </QuietButton>
              )}
              <MuteMenu alert={alert} ruleName={ruleNames.get(alert.rule) ?? alert.kind} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
