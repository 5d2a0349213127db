"use client";

import { useRef, useState, type ReactNode } from "react";
import { later } from "../later.tsx";

const load = () => import("./popover-popup.tsx");
const PopoverPopup = later(async () => (await load()).PopoverPopup, "the note", 0, { over: true });
/** Where it does not come, what is opened says so. */
const preload = () => void load().catch(() => undefined);

interface PopoverProps {
  /** What the button shows. */
  trigger: ReactNode;
  triggerClass?: string;
  /** Names the button where its content does not. */
  label?: string;
  /** Heading of the popup; also its name. */
  title: string;
  children: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
}

/**
 * A button that opens a small raised note. The popup and the kit behind it load on the first approach of pointer or focus,
 * so that a page may hold hundreds of these at the price of a button each.
 */
export function Popover({ trigger, triggerClass, label, title, children, side }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open ? (
        <PopoverPopup anchor={button} title={title} side={side} onClose={() => setOpen(false)}>
          {children}
        </PopoverPopup>
      ) : null}
    </>
  );
}
