"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";
import { phoneMenuSignal } from "./signals.ts";

const DialogPopup = lazy(() =>
  import("#components/ui/overlays/dialog-popup.tsx").then((module) => ({ default: module.DialogPopup })),
);

/** The sidebar of a phone: a drawer that the menu button of the top bar opens. */
export function PhoneMenu(sidebar: Omit<SidebarProps, "onLeave">) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => phoneMenuSignal.answer(() => setOpen(true)), []);
  return open ? (
    <Suspense>
      <DialogPopup title="Menu" look="drawer" onClose={close}>
        <Sidebar {...sidebar} onLeave={close} />
      </DialogPopup>
    </Suspense>
  ) : null;
}
