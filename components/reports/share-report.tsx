"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { leadsOnlyHere } from "#components/layout/leads-only-here.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { ReportPage, ShareInput, ShareLinkRow } from "#server/contracts/reports/report.ts";
import { writeCount } from "#server/wording/counts.ts";

const EXPIRES: { value: ShareInput["expires"]; label: string }[] = [
  { value: "1d", label: "ends after 1 day" },
  { value: "7d", label: "ends after 7 days" },
  { value: "30d", label: "ends after 30 days" },
  { value: "90d", label: "ends after 90 days" },
  { value: "never", label: "never ends" },
];

/** The address is shown once, whole; only its hash is kept. */
function FreshLink({ path }: { path: string }) {
  const url = `${location.origin}${path}`;
  return (
    <output className="report-fresh">
      <code>{url}</code> <CopyButton text={url}>Copy link</CopyButton>
      <span className="muted small">
        Copy it now: only its hash is stored, so it cannot be shown again.{" "}
        {leadsOnlyHere(location.hostname)
          ? "Only this machine can open this address; for others: a tunnel, or export HTML."
          : "It opens for whoever can reach this server."}
      </span>
    </output>
  );
}

function LinkRow({ link, now }: { link: ShareLinkRow; now: number }) {
  const api = useApi();
  const revoke = useMutation(api.reports.revoke.mutationOptions());
  return (
    <Row>
      <Cell fixed>
        <Time at={link.createdAt} now={now} form="moment" />
      </Cell>
      <Cell num>{link.revision}</Cell>
      <Cell>
        {link.neutralNames
          ? "known names removed, neutral run names"
          : link.anonymous
            ? "known names removed"
            : "as published"}
      </Cell>
      <Cell>
        {link.state === "revoked" ? (
          "revoked"
        ) : link.expiresAt === null ? (
          "never ends"
        ) : (
          <>
            {link.state === "expired" ? "ended " : "ends "}
            <Time at={link.expiresAt} now={now} form="moment" />
          </>
        )}
      </Cell>
      <Cell num>{writeCount(link.opened)}</Cell>
      <Cell>
        {link.lastOpenedAt === null ? "never" : <Time at={link.lastOpenedAt} now={now} form="moment" />}
      </Cell>
      <Cell>
        {link.state === "open" ? (
          <QuietButton className="crit" onClick={() => revoke.mutate({ id: link.id })}>
            Revoke
          </QuietButton>
        ) : null}
        {revoke.error ? <span className="crit">{revoke.error.message}</span> : null}
      </Cell>
    </Row>
  );
}

/** Links that open one revision without an account: make, copy, watch, revoke. */
function ShareLinks({ page, now }: { page: ReportPage; now: number }) {
  const api = useApi();
  const [expires, setExpires] = useState<ShareInput["expires"]>("30d");
  const [anonymous, setAnonymous] = useState(false);
  const [neutralNames, setNeutralNames] = useState(false);
  const share = useMutation(api.reports.share.mutationOptions());
  const newest = page.publications[0];
  return (
    <>
      {newest ? (
        <div className="report-share">
          <Select
            label="When the link ends"
            value={expires}
            onChange={(value) => setExpires(value as ShareInput["expires"])}
            options={EXPIRES}
            width={170}
          />
          <Switch on={anonymous} onChange={setAnonymous}>
            Remove hosts, paths and people
          </Switch>
          {anonymous ? (
            <Switch on={neutralNames} onChange={setNeutralNames}>
              Neutral run names
            </Switch>
          ) : null}
          <Button
            blocked={share.isPending ? "Making the link" : undefined}
            onClick={() =>
              share.isPending
                ? undefined
                : share.mutate({
                    id: page.report.id,
                    expires,
                    anonymous,
                    neutralNames: anonymous && neutralNames,
                  })
            }
          >
            Create a link to revision {newest.n}
          </Button>
        </div>
      ) : (
        <Notice>Publish first: a link shows a frozen revision, never the draft.</Notice>
      )}
      {newest && anonymous ? (
        <p className="muted small">
          Removed: names of this machine, its workers and users; hosts, users, folders, remotes and people
          stored with the runs of this report; anything shaped like a path, a host, an IP or mail address, or
          a link other than to a paper. Neutral run names show &quot;run 1&quot; and &quot;experiment 1&quot;;
          labels of configurations stay. The page is scanned before it is sent, and refused if it still names
          one of these. Names that are stored nowhere stay: read the page before you send it.
        </p>
      ) : null}
      {share.error ? (
        <p className="crit" role="alert">
          {share.error.message}
        </p>
      ) : null}
      {share.data ? <FreshLink path={share.data.path} /> : null}
      {page.links.length > 0 ? (
        <Table label="Share links">
          <thead>
            <Row>
              <HeadCell fixed>Made</HeadCell>
              <HeadCell num>Revision</HeadCell>
              <HeadCell>Shows</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell num>Opened</HeadCell>
              <HeadCell>Last opened</HeadCell>
              <HeadCell>End it</HeadCell>
            </Row>
          </thead>
          <tbody>
            {page.links.map((link) => (
              <LinkRow key={link.id} link={link} now={now} />
            ))}
          </tbody>
        </Table>
      ) : null}
    </>
  );
}

/** The press that opens the links of a report, at the top of its page; it says how many are open. */
export function ShareReport({ page, now }: { page: ReportPage; now: number }) {
  const [open, setOpen] = useState(false);
  const links = page.links.filter(({ state }) => state === "open").length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Share{links > 0 ? <span className="muted"> {writeCount(links)}</span> : null}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        width={860}
        title="Share"
        text="A link opens one revision, read only, without an account, and nothing else of this server."
        actions={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <ShareLinks page={page} now={now} />
      </Dialog>
    </>
  );
}
