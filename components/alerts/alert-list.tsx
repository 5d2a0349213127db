"use client";

import { QuietButton } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import type { AlertRow, ToldLine } from "#server/contracts/alerts/alert.ts";
import { lineTitle } from "#server/wording/alerts.ts";
import { AlertFlag } from "#components/bell/alert-flag.tsx";
import { lineHref } from "#server/contracts/alerts/fold.ts";
import { writeCount } from "#server/wording/counts.ts";
import { MuteMenu } from "./mute-menu.tsx";

interface AlertListProps {
  lines: readonly ToldLine[];
  now: number;
  /** How rules are called, by what they are known by. */
  ruleNames: ReadonlyMap<string, string>;
  onRead: (ids: number[], read: boolean) => void;
}

const isUnread = ({ readAt, muted }: AlertRow): boolean => readAt === null && !muted;

/** The runs of a line that counts them, each with its own why and time. */
function Runs({ line, now }: { line: ToldLine; now: number }) {
  const { alerts, ids } = line;
  return (
    <ul className="alert-runs">
      {alerts.map(({ id, title, why, at, run }) => (
        <li key={id}>
          {run ? <PageLink href={`/runs/${run.id}`}>{title}</PageLink> : title}{" "}
          <span className="muted">
            {why} <Time at={at} now={now} form="moment" />
          </span>
        </li>
      ))}
      {ids.length > alerts.length ? (
        <li>
          <PageLink href={lineHref(line)}>and {writeCount(ids.length - alerts.length)} more</PageLink>
        </li>
      ) : null}
    </ul>
  );
}

/** What happened, the newest first: what, why, where, and what can be done about its like. */
export function AlertList({ lines, now, ruleNames, onRead }: AlertListProps) {
  return (
    <ul className="alert-list">
      {lines.map((line) => {
        const [alert, ...others] = line.alerts;
        const { level, why, at, muted, run, experiment } = alert;
        const title = lineTitle(line);
        const unread = isUnread(alert);
        const isOne = others.length === 0;
        return (
          <li key={line.key} data-unread={unread || undefined}>
            <AlertFlag level={level} />
            <div>
              {isOne ? (
                <>
                  <p className="alert-title">
                    {unread ? <span className="hidden-text">Unread: </span> : null}
                    {run ? <PageLink href={`/runs/${run.id}`}>{title}</PageLink> : title}
                    {muted ? <span className="tag">muted</span> : null}
                  </p>
                  <p className="alert-why">{why}</p>
                </>
              ) : (
                <Disclosure
                  summary={
                    <span className="alert-title">
                      {unread ? <span className="hidden-text">Unread: </span> : null}
                      {title}
                      {muted ? <span className="tag">muted</span> : null}
                    </span>
                  }
                >
                  <Runs line={line} now={now} />
                </Disclosure>
              )}
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
                  onClick={() => onRead(line.ids, unread)}
                  aria-label={`${unread ? "Mark as read" : "Mark as unread"}: ${title}`}
                >
                  {unread ? "Mark as read" : "Mark as unread"}
                </QuietButton>
              )}
              <MuteMenu
                alert={isOne ? alert : { ...alert, title, run: null }}
                ruleName={ruleNames.get(alert.rule) ?? alert.kind}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
