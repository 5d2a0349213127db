"use client";

import { useState } from "react";
import { MoveDialog } from "#components/annotations/move-dialog.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { Button } from "#components/ui/controls/button.tsx";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Moves a report into another project. */
export function MoveReport({ page }: { page: ReportPage }) {
  const [moving, setMoving] = useState(false);
  useKeys([{ keys: "m", label: "Move the report", group: "This page", run: () => setMoving(true) }]);
  const close = () => setMoving(false);
  return (
    <>
      <Button onClick={() => setMoving(true)}>Move</Button>
      {moving ? (
        <MoveDialog
          ids={[page.report.id]}
          what={visibleName(page.report.title)}
          from={page.project.slug}
          onClose={close}
          onDone={close}
        />
      ) : null}
    </>
  );
}
