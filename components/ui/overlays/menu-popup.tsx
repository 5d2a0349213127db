"use client";

import { Menu } from "@base-ui/react/menu";
import { type RefObject, useEffect, useRef } from "react";
import { isInside } from "./popover-popup.tsx";
import type { MenuEntry } from "./menu.tsx";
import { PageLink } from "../controls/page-link.tsx";

interface MenuPopupProps {
  anchor: RefObject<HTMLElement | null>;
  entries: MenuEntry[];
  align: "start" | "end";
  /** Its first line is chosen as it opens. */
  first: boolean;
  onClose: () => void;
}

/** The list of `Menu`, in a chunk of its own. */
export function MenuPopup({ anchor, entries, align, first, onClose }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!first) return;
    // After the menu's own focus, which goes to the list as a whole.
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>("[role=menuitem]:not([aria-disabled=true])")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [first]);
  return (
    <Menu.Root
      open
      onOpenChange={(open, details) => {
        if (!open && !isInside(anchor, details.event)) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          className="popup-layer"
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup ref={popup} className="popup menu" finalFocus={anchor}>
            {entries.map((entry, index) => (
              <MenuRow key={"label" in entry ? entry.label : `separator ${index}`} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MenuRow({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case "separator":
      return <Menu.Separator className="menu-sep" />;
    case "group":
      return (
        <div className="menu-group" role="presentation">
          {entry.label}
        </div>
      );
    case "link":
      return (
        <Menu.LinkItem className="menu-item" render={<PageLink href={entry.href} />}>
          {entry.label}
          {entry.end ? <span className="menu-end">{entry.end}</span> : null}
        </Menu.LinkItem>
      );
    default:
      return (
        <Menu.Item
          className="menu-item"
          data-danger={entry.danger || undefined}
          disabled={entry.blocked !== undefined}
          onClick={entry.onSelect}
        >
          {entry.label}
          {(entry.blocked ?? entry.end) ? (
            <span className="menu-end">{entry.blocked ?? entry.end}</span>
          ) : null}
        </Menu.Item>
      );
  }
}
