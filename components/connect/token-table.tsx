"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { IngestTokenRow } from "#server/contracts/external/ingest-token.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";

/** Asks, then lets a token open nothing more. */
function Revoke({ token }: { token: IngestTokenRow }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation(api.tokens.revoke.mutationOptions({ onSuccess: () => setAsking(false) }));
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${token.name}?`}
        effect={`Scripts that use it are refused from now on. Its ${countOf(token.runs, "run")} stay.`}
        confirmLabel={`Revoke ${token.name}`}
        danger
        pending={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => revoke.mutate({ token: token.id })}
      />
    </>
  );
}

/** Every token with what it brought and when it last called. */
export function TokenTable({ tokens, now }: { tokens: IngestTokenRow[]; now: number }) {
  const open = tokens.filter(({ revokedAt }) => revokedAt === null).length;
  return (
    <Table
      label="API keys"
      foot={`${writeOf(open, tokens.length, "API key")} active. Keys are stored as hashes and shown once.`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Key</HeadCell>
          <HeadCell>Ends with</HeadCell>
          <HeadCell>Project</HeadCell>
          <HeadCell num>Runs</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell label="Revoke" />
        </Row>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <Row key={token.id}>
            <Cell fixed>{token.name}</Cell>
            <Cell>
              <code>…{token.tail}</code>
            </Cell>
            <Cell>
              {token.project}
              {token.access === "write" ? null : (
                <span className="muted">{token.access === "read" ? ", read" : ", write and read"}</span>
              )}
              {token.makesProjects ? <span className="muted">, creates projects</span> : null}
            </Cell>
            <Cell num>{writeCount(token.runs)}</Cell>
            <Cell>
              {token.usedAt === null ? (
                <span className="muted">never</span>
              ) : (
                <>
                  <Time at={token.usedAt} now={now} />
                  {token.usedBy ? <span className="muted">, {token.usedBy}</span> : null}
                </>
              )}
            </Cell>
            <Cell>
              <Time at={token.createdAt} now={now} form="moment" />, by {token.createdBy}
            </Cell>
            <Cell>
              {token.revokedAt === null ? (
                <Revoke token={token} />
              ) : (
                <span className="muted">revoked by {token.revokedBy}</span>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
