"use client";

import { useEffect, useState } from "react";
import { later } from "#components/ui/later.tsx";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";
import { phoneMenuSignal } from "./signals.ts";

const DialogPopup = later(
  async () => (await import("#components/ui/overlays/dialog-popup.tsx")).DialogPopup,
  "the menu",
  0,
  { over: true },
);

/** The sidebar of a phone: a drawer that the menu button of the top bar opens. */
export function PhoneMenu(sidebar: Omit<SidebarProps, "onLeave">) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => phoneMenuSignal.answer(() => setOpen(true)), []);
  return open ? (
    <DialogPopup title="Menu" look="drawer" onClose={close}>
      <Sidebar {...sidebar} onLeave={close} />
    </DialogPopup>
  ) : null;
}
