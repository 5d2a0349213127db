"use client";

import { later } from "#components/ui/later.tsx";
import type { ChangedVerdicts as Changed } from "#server/contracts/changed-verdicts.ts";

const Strip = later(
  async () => (await import("./changed-verdicts-strip.tsx")).ChangedVerdictsStrip,
  "the changed claims",
  80,
);

/** Verdicts that an upgrade changed, once; nothing where there are none. */
export function ChangedVerdicts({ id, changed }: { id: string; changed: Changed | null | undefined }) {
  return changed ? <Strip experimentId={id} changed={changed} /> : null;
}
