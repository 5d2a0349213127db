"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { ImportRow } from "#server/contracts/imports/imports.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, listAnd, writeCount } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";

/** Asks, then deletes every run that an import made. */
function Undo({ row }: { row: ImportRow }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const undo = useMutation(api.imports.undo.mutationOptions({ onSuccess: () => setAsking(false) }));
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Undo
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Undo the import into ${visibleName(row.experiment)}?`}
        effect={`Deletes the ${countOf(row.runs, "run")} that it made, with evaluations and points. Runs that it only updated stay as they are.`}
        confirmLabel={`Delete ${countOf(row.runs, "run")}`}
        danger
        pending={undo.isPending}
        error={undo.error?.message}
        onConfirm={() => undo.mutate({ id: row.id })}
      />
    </>
  );
}

/** Every import, the newest first. */
export function ImportsTable({ rows, now }: { rows: readonly ImportRow[]; now: number }) {
  return (
    <Table label="Imports">
      <thead>
        <Row>
          <HeadCell fixed>Into</HeadCell>
          <HeadCell>Project</HeadCell>
          <HeadCell>Kind</HeadCell>
          <HeadCell num>Runs</HeadCell>
          <HeadCell num>Files</HeadCell>
          <HeadCell num>Size</HeadCell>
          <HeadCell>Imported</HeadCell>
          <HeadCell label="Undo" />
        </Row>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell fixed>{visibleName(row.experiment)}</Cell>
            <Cell>{visibleName(row.project)}</Cell>
            <Cell wrap>{listAnd(row.kinds)}</Cell>
            <Cell num>{writeCount(row.runs)}</Cell>
            <Cell num>{writeCount(row.files.length)}</Cell>
            <Cell num>{writeBytes(row.files.reduce((sum, { bytes }) => sum + bytes, 0))}</Cell>
            <Cell>
              <Time at={row.createdAt} now={now} form="moment" />, by {row.createdBy}
            </Cell>
            <Cell>{row.undoneAt === null ? <Undo row={row} /> : <span className="muted">undone</span>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
