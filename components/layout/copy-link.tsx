"use client";

import { CopyButton } from "#components/ui/controls/copy-button.tsx";

/** The URL is the view: this copies it. */
export function CopyLink() {
  return (
    <CopyButton className="wide-only bare-button" text={() => location.href}>
      Copy link
    </CopyButton>
  );
}
