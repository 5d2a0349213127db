"use client";

import { IconButton } from "#components/ui/controls/button.tsx";
import { MenuLines } from "#components/ui/overlays/menu-lines.tsx";
import { phoneMenuSignal } from "./signals.ts";

/** Opens the menu of a phone; wider screens have the sidebar. */
export function MenuButton() {
  return (
    <IconButton label="Menu" className="menu-btn" onClick={phoneMenuSignal.open}>
      <MenuLines />
    </IconButton>
  );
}
