"use client";

import { type ReactNode, useRef, useState } from "react";
import { later } from "../later.tsx";

/** Three dots in a row: more can be done with this. */
export function MoreDots() {
  return (
    <svg viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
      <circle cx="2.6" cy="7" r="1.2" />
      <circle cx="7" cy="7" r="1.2" />
      <circle cx="11.4" cy="7" r="1.2" />
    </svg>
  );
}

const load = () => import("./menu-popup.tsx");
const MenuPopup = later(async () => (await load()).MenuPopup, "the menu", 0, { over: true });
/** Where it does not come, what is opened says so. */
const preload = () => void load().catch(() => undefined);

export interface MenuAction {
  kind?: "action";
  label: string;
  onSelect: () => void;
  /** Key or count at the right. */
  end?: ReactNode;
  danger?: boolean;
  /** Why it cannot be chosen now. */
  blocked?: string;
}

export interface MenuLink {
  kind: "link";
  label: string;
  href: string;
  end?: ReactNode;
}

export type MenuEntry = MenuAction | MenuLink | { kind: "separator" } | { kind: "group"; label: string };

interface MenuProps {
  trigger: ReactNode;
  triggerClass?: string;
  /** Names the button where its content does not. */
  label?: string;
  entries: MenuEntry[];
  align?: "start" | "end";
}

const wordsOf = (entries: MenuEntry[]): string =>
  entries.flatMap((entry) => ("label" in entry ? [entry.label] : [])).join(", ");

/** A button that opens a list of things to do. The list and its kit load on the first approach of pointer or focus. */
export function Menu({ trigger, triggerClass = "btn", label, entries, align = "start" }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  /** Opened by a key: its first line is chosen at once. */
  const [byKey, setByKey] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-label={label}
        data-tip={open ? undefined : label}
        aria-haspopup="menu"
        // The palette offers a menu that says what it does, and finds it by its lines too.
        data-finds={label === undefined ? wordsOf(entries) : undefined}
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={({ detail }) => {
          setByKey(detail === 0);
          setOpen(!open);
        }}
      >
        {trigger}
      </button>
      {open ? (
        <MenuPopup
          anchor={button}
          entries={entries}
          align={align}
          first={byKey}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
