"use client";

import { Kbd } from "#components/ui/controls/button.tsx";
import { paletteSignal } from "./signals.ts";

/** Looks like a field, opens the palette. */
export function SearchButton() {
  return (
    <button
      type="button"
      className="search-btn wide-only"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={paletteSignal.open}
    >
      {/* One text for screen readers; the second half leaves a narrow bar. */}
      <span>
        Search<span> or run a command</span>
      </span>
      <Kbd keys="Ctrl K" />
    </button>
  );
}
