"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { isComposing } from "../composing.ts";

interface DialogPopupProps {
  onClose: () => void;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  size?: "wide";
  /** As wide as this where the window is, px; instead of a size. */
  width?: number;
  /** Instead of the padded sheet: "drawer" at the left edge, "palette" near the top. */
  look?: "drawer" | "palette";
  children?: ReactNode;
}

/**
 * Enter in a line of text presses what the dialog is for, as in a form; in several lines Ctrl Enter does. A key that is held
 * down presses once.
 */
function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget } = event;
  if (key !== "Enter" || event.defaultPrevented || isComposing(event)) return;
  const isLine = target instanceof HTMLInputElement && target.type === "text";
  const isText = target instanceof HTMLTextAreaElement && (event.ctrlKey || event.metaKey);
  if (!(isLine || isText) || target.form || !currentTarget.contains(target)) return;
  const primary = currentTarget.querySelector<HTMLElement>(".dialog-actions [data-kind='primary']");
  if (!primary) return;
  event.preventDefault();
  if (!event.repeat) primary.click();
}

/** The sheet of `Dialog`, of the phone menu and of the palette, in a chunk of its own. */
export function DialogPopup({
  onClose,
  title,
  text,
  actions,
  size,
  width,
  look,
  children,
}: DialogPopupProps) {
  const bare = look !== undefined;
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className={classNames(
            look === "drawer" ? "drawer" : "popup dialog",
            look === "palette" && "palette",
          )}
          data-size={size}
          onKeyDown={pressPrimary}
          style={width === undefined ? undefined : { width: `min(${width}px, calc(100vw - 28px))` }}
        >
          <Dialog.Title className={bare ? "hidden-text" : "dialog-title"}>{title}</Dialog.Title>
          {text ? <Dialog.Description className="dialog-text">{text}</Dialog.Description> : null}
          {bare ? children : <div className="dialog-body">{children}</div>}
          {actions ? <div className="dialog-actions">{actions}</div> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
