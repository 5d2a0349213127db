"use client";

import type { ReactNode } from "react";
import { later } from "../later.tsx";

const DialogPopup = later(async () => (await import("./dialog-popup.tsx")).DialogPopup, "the dialog", 0, {
  over: true,
});

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
  return open ? <DialogPopup {...rest} /> : null;
}
