"use client";

import type { ReactNode } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { countOf } from "#server/wording/counts.ts";

/** Why a form launches nothing while the plan of what it says now is not there. */
export const PLANNING = "The plan is on its way";

interface LaunchPressProps {
  /** By the plan of what the form says now; null while there is none, and then a press launches nothing. */
  runs: number | null;
  /** Why pressing launches nothing now. */
  blocked: string | null;
  busy: boolean;
  /** What the server said to the last press. */
  error: string | undefined;
  submit: () => void;
  /** What else is to be said beside the press. */
  children?: ReactNode;
}

/** The press of a launch form, by mouse or Ctrl Enter, and what came of it. */
export function LaunchPress({ runs, blocked, busy, error, submit, children }: LaunchPressProps) {
  useKeys([
    {
      keys: "Ctrl ↵",
      label: "Launch what the form says",
      group: "This page",
      whileTyping: true,
      run: submit,
    },
  ]);
  return (
    <>
      <div className="btn-row sticky-bar">
        <Button
          type="submit"
          kind="primary"
          keys="Ctrl ↵"
          blocked={blocked ?? (busy ? "Launching" : runs === null ? PLANNING : undefined)}
        >
          {busy ? "Launching" : runs ? `Launch ${countOf(runs, "run")}` : "Launch"}
        </Button>
      </div>
      {children}
      {error ? (
        <p className="crit" role="alert">
          {error} Nothing was launched twice; pressing again is safe.
        </p>
      ) : null}
    </>
  );
}
