"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Menu, MoreDots } from "#components/ui/overlays/menu.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { CreatedWebhook, WebhookRow } from "#server/contracts/alerts/webhook.ts";
import { ALERT_KINDS } from "#server/contracts/alerts/words.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** The secret is shown once, whole. */
function Secret({ made: { webhook, secret } }: { made: CreatedWebhook }) {
  return (
    <output className="report-fresh">
      <code>{secret}</code> <CopyButton text={secret}>Copy secret</CopyButton>
      <span className="muted small">
        The secret of {webhook.name}, shown this once. Its messages are signed with it after Standard
        Webhooks.
      </span>
    </output>
  );
}

/** How its last message went, and what waits. */
function Standing({ row, now }: { row: WebhookRow; now: number }) {
  if (row.offBecause !== null) return <span className="crit">turned off: {row.offBecause}</span>;
  const waits = row.waiting > 0 ? `${countOf(row.waiting, "message waits", "messages wait")}. ` : "";
  if (row.last === null) return <span className="muted">{waits || "nothing sent yet"}</span>;
  return (
    <>
      {waits}
      <span className={row.last.ok ? "muted" : "crit"}>
        {row.last.message} <Time at={row.last.at} now={now} />
      </span>
    </>
  );
}

function WebhookLine({
  row,
  now,
  onSecret,
}: {
  row: WebhookRow;
  now: number;
  onSecret: (made: CreatedWebhook) => void;
}) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const { refuse } = useAnnotate();
  const change = useMutation(api.webhooks.change.mutationOptions({ onError: refuse }));
  const test = useMutation(api.webhooks.test.mutationOptions());
  const rotate = useMutation(api.webhooks.rotate.mutationOptions({ onError: refuse, onSuccess: onSecret }));
  const remove = useMutation(api.webhooks.remove.mutationOptions({ onSuccess: () => setAsking(false) }));
  const { id, name, address, form, kinds, fold } = row;
  return (
    <Row>
      <Cell fixed>{name}</Cell>
      <Cell>
        <code>{address}</code>{" "}
        <span className="muted">
          {form === "slack" ? "Slack" : "JSON"}, {fold ? "one message for several runs" : "one per alert"}
        </span>
      </Cell>
      <Cell>{kinds.length === ALERT_KINDS.length ? "everything" : kinds.join(", ")}</Cell>
      <Cell num>{writeCount(row.arrived)}</Cell>
      <Cell>
        {test.isPending ? "sending a test" : test.data ? test.data.message : <Standing row={row} now={now} />}
        {test.error ? <span className="crit">{test.error.message}</span> : null}
      </Cell>
      <Cell>
        <Switch on={row.enabled} onChange={(enabled) => change.mutate({ id, enabled })}>
          <span className="hidden-text">{name}: </span>
          {row.enabled ? "on" : "off"}
        </Switch>
      </Cell>
      <Cell>
        <span className="row-acts">
          <Button size="small" onClick={() => test.mutate({ text: id })} aria-label={`Test ${name}`}>
            Test
          </Button>
          <Menu
            label={`More for ${name}`}
            trigger={<MoreDots />}
            triggerClass="icon-btn"
            align="end"
            entries={[
              {
                label: fold ? "One message per alert" : "One message for several runs",
                onSelect: () => change.mutate({ id, fold: !fold }),
              },
              { label: "Another secret", onSelect: () => rotate.mutate({ text: id }) },
              { label: "Delete", danger: true, onSelect: () => setAsking(true) },
            ]}
          />
        </span>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={`Delete ${name}?`}
          effect={`Nothing more is sent to its address, and its secret is deleted. ${countOf(row.waiting, "waiting message is", "waiting messages are")} not sent.`}
          confirmLabel={`Delete ${name}`}
          danger
          pending={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate({ text: id })}
        />
      </Cell>
    </Row>
  );
}

/** Addresses of others that are told: make, test, watch, turn off. */
export function WebhookSection() {
  const api = useApi();
  const query = useQuery(api.webhooks.list.queryOptions(undefined, { meta: liveOn([topics.alerts], 1000) }));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  return (
    <Section
      title="Webhooks"
      id="webhooks"
      note="signed messages to an address of yours, as JSON or for Slack"
      end={<Button onClick={() => setMaking(true)}>New webhook</Button>}
    >
      {made ? <Secret made={made} /> : null}
      <QueryState
        query={query}
        what="the webhooks"
        height={80}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="muted">No webhook yet.</p>}
      >
        {(rows) => (
          <Table label="Webhooks">
            <thead>
              <Row>
                <HeadCell fixed>Webhook</HeadCell>
                <HeadCell>Address</HeadCell>
                <HeadCell>Events</HeadCell>
                <HeadCell num>Arrived</HeadCell>
                <HeadCell>Last</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell label="Test and more" />
              </Row>
            </thead>
            <tbody>
              {rows.map((row) => (
                <WebhookLine key={row.id} row={row} now={query.dataUpdatedAt} onSecret={setMade} />
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
      {isMaking ? <WebhookDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
    </Section>
  );
}
