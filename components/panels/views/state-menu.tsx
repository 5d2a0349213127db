"use client";

import { Menu, type MenuEntry, MoreDots } from "#components/ui/overlays/menu.tsx";

/** The menu of a panel that has nothing to draw: it can still be moved and removed. */
export function StateMenu({ title, entries }: { title: string; entries: MenuEntry[] }) {
  return entries.length === 0 ? null : (
    <span className="chart-menu">
      <Menu
        label={`${title}: more`}
        trigger={<MoreDots />}
        triggerClass="icon-btn"
        align="end"
        entries={entries}
      />
    </span>
  );
}
