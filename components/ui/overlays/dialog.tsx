"use client";

import { lazy, Suspense, type ReactNode } from "react";

const DialogPopup = lazy(() =>
  import("./dialog-popup.tsx").then((module) => ({ default: module.DialogPopup })),
);

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  actions?: ReactNode;
  size?: "wide";
  /** As wide as this where the window is, px; instead of a size. */
  width?: number;
  children?: ReactNode;
}

/** A modal: focus stays inside and goes back where it came from. Its kit loads when it is first opened. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? (
    <Suspense>
      <DialogPopup {...rest} />
    </Suspense>
  ) : null;
}
