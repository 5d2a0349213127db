"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";

/** Puts another operator token into its file, after saying whom that shuts out. */
function RenewOperator() {
  const [asking, setAsking] = useState(false);
  const renew = useMutation(
    useApi().settings.renewOperatorToken.mutationOptions({ onSuccess: () => setAsking(false) }),
  );
  return (
    <>
      <Button onClick={() => setAsking(true)}>New operator token</Button>
      {renew.data ? (
        <output className="small">
          <code>{renew.data.file}</code> holds another token now.
        </output>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Put another operator token in place?"
        effect="Commands on this machine read the new one from its file. Copies of the old one on other machines are refused."
        confirmLabel="New operator token"
        danger
        pending={renew.isPending}
        error={renew.error?.message}
        onConfirm={() => renew.mutate()}
      />
    </>
  );
}

const tokenWords = (open: number, total: number): string =>
  total === 0 ? "None yet." : `${writeOf(open, total, "token")} open.`;

/** Who may bring runs, and by what commands talk to the server. */
export function TokenSection() {
  const api = useApi();
  const query = useQuery(api.tokens.list.queryOptions(undefined, { meta: liveOn([topics.tokens], 1000) }));
  const open = query.data?.filter(({ revokedAt }) => revokedAt === null).length ?? 0;
  return (
    <Section title="Tokens">
      <div className="settings-line">
        <p>
          Ingest tokens bring runs into a project.{" "}
          <span className="muted">{query.data ? tokenWords(open, query.data.length) : ""}</span>
        </p>
        <LinkButton href="/connect">Make or revoke</LinkButton>
      </div>
      <div className="settings-line">
        <p>
          Admin token for the command line, full access.{" "}
          <span className="muted">Stored in a file that only its user can read.</span>
        </p>
        <RenewOperator />
      </div>
    </Section>
  );
}

/** Every link that opens a report, with one press to end it. */
export function ShareSection() {
  const api = useApi();
  const query = useQuery(api.reports.links.queryOptions(undefined, { meta: liveOn([topics.reports], 1000) }));
  const revoke = useMutation(api.reports.revoke.mutationOptions());
  const open = query.data?.filter(({ state }) => state === "open") ?? [];
  return (
    <Section title="Share links" note="each opens one revision of a report, without an account">
      {revoke.error ? (
        <p className="crit" role="alert">
          {revoke.error.message}
        </p>
      ) : null}
      <QueryState
        query={query}
        what="the links"
        height={60}
        isEmpty={() => open.length === 0}
        empty={<p className="muted">No link is open.</p>}
      >
        {(links) => (
          <Table label="Share links" foot={`${writeOf(open.length, links.length, "link")} open.`}>
            <thead>
              <Row>
                <HeadCell fixed>Report</HeadCell>
                <HeadCell num>Revision</HeadCell>
                <HeadCell>Ends</HeadCell>
                <HeadCell num>Opened</HeadCell>
                <HeadCell label="End it" />
              </Row>
            </thead>
            <tbody>
              {open.map((link) => (
                <Row key={link.id}>
                  <Cell fixed>
                    <PageLink href={`/reports/${link.reportId}`}>{link.title}</PageLink>
                  </Cell>
                  <Cell num>{link.revision}</Cell>
                  <Cell>
                    {link.expiresAt === null ? (
                      "never"
                    ) : (
                      <Time at={link.expiresAt} now={query.dataUpdatedAt} />
                    )}
                  </Cell>
                  <Cell num>{writeCount(link.opened)}</Cell>
                  <Cell>
                    <QuietButton
                      className="crit"
                      onClick={() => revoke.mutate({ id: link.id })}
                      aria-label={`Revoke a link to ${link.title}`}
                    >
                      Revoke
                    </QuietButton>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
    </Section>
  );
}

/** Browsers that are logged in. */
export function SessionSection() {
  const api = useApi();
  const query = useQuery(
    api.settings.sessions.queryOptions(undefined, { meta: liveOn([topics.tokens], 1000) }),
  );
  const end = useMutation(api.settings.endSessions.mutationOptions());
  const others = query.data?.filter(({ own }) => !own).length ?? 0;
  return (
    <Section
      title="Sessions"
      note="browsers that are logged in"
      end={
        others > 0 ? (
          <Button onClick={() => end.mutate({ id: null })}>Log out {countOf(others, "other")}</Button>
        ) : null
      }
    >
      {end.error ? (
        <p className="crit" role="alert">
          {end.error.message}
        </p>
      ) : null}
      <QueryState query={query} what="the sessions" height={80}>
        {(sessions) => (
          <Table label="Sessions">
            <thead>
              <Row>
                <HeadCell fixed>Session</HeadCell>
                <HeadCell>Logged in</HeadCell>
                <HeadCell>Last seen</HeadCell>
                <HeadCell>Ends</HeadCell>
                <HeadCell label="Log out" />
              </Row>
            </thead>
            <tbody>
              {sessions.map(({ id, createdAt, seenAt, expiresAt, own }) => (
                <Row key={id}>
                  <Cell fixed>
                    <code>{id}</code> {own ? <span className="tag">this browser</span> : null}
                  </Cell>
                  <Cell>
                    <Time at={createdAt} now={query.dataUpdatedAt} form="moment" />
                  </Cell>
                  <Cell>
                    <Time at={seenAt} now={query.dataUpdatedAt} />
                  </Cell>
                  <Cell>
                    <Time at={expiresAt} now={query.dataUpdatedAt} />
                  </Cell>
                  <Cell>
                    {own ? null : (
                      <QuietButton
                        className="crit"
                        onClick={() => end.mutate({ id })}
                        aria-label={`Log out session ${id}`}
                      >
                        Log out
                      </QuietButton>
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
    </Section>
  );
}
