"use client";

import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { later } from "#components/ui/later.tsx";
import type { RunDetail } from "#server/contracts/run.ts";

const DeleteRunDialog = later(
  async () => (await import("./delete-run-dialog.tsx")).DeleteRunDialog,
  "the dialog",
  0,
  { over: true },
);

/** Deletes an ended run, once its dialog has said what goes with it. */
export function DeleteRun({ run }: { run: RunDetail }) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking !== null && <DeleteRunDialog run={run} open={isAsking} onClose={() => setAsking(false)} />}
    </>
  );
}
