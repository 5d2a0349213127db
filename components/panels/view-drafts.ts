import type { PanelLayout } from "#server/contracts/panel-layout.ts";

/** Edits that were not saved: the layout as it stands, and the version of the view they started from. */
export interface ViewDraft {
  layout: PanelLayout;
  version: number;
}

const PREFIX = "ablab-panels ";
const listeners = new Set<() => void>();
const known = new Map<string, ViewDraft | null>();

/** One draft per page and view; it lives as long as the browser's tab, so that a reload or another page loses nothing. */
export const draftKey = (scope: string, view: string | null): string => `${PREFIX}${scope} ${view ?? ""}`;

function isLayout(value: unknown): value is PanelLayout {
  return typeof value === "object" && value !== null && (value as PanelLayout).version === 1;
}

function read(key: string): ViewDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as ViewDraft | null;
    return stored && isLayout(stored.layout) ? stored : null;
  } catch {
    // Storage is switched off, or holds something else: then edits live until the page is left.
    return null;
  }
}

export function readDraft(key: string): ViewDraft | null {
  const before = known.get(key);
  if (before !== undefined) return before;
  const draft = read(key);
  known.set(key, draft);
  return draft;
}

/** Keeps a draft, or drops it where it is null. */
export function writeDraft(key: string, draft: ViewDraft | null): void {
  known.set(key, draft);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // As above: the edits are still on the page.
  }
  for (const notify of listeners) notify();
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
