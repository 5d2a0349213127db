"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageLink } from "#components/ui/controls/page-link.tsx";

export interface NavItem {
  href: string;
  label: string;
  /** Number at the right, or flags with numbers. */
  count?: ReactNode;
}

export interface NavGroup {
  /** Bench, Measure, Record, Room; none for Overview. */
  label?: string;
  items: NavItem[];
}

interface NavListProps {
  groups: NavGroup[];
  /** Called when somebody goes somewhere, to close the phone menu. */
  onLeave?: () => void;
}

/** The words of the sidebar. Where a page lies under several items, the longest path is the current one. */
export function NavList({ groups, onLeave }: NavListProps) {
  const path = usePathname();
  const current = groups
    .flatMap((group) => group.items)
    .filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0]?.href;
  return (
    <nav aria-label="Main">
      {groups.map(({ label, items }) => (
        <div key={label ?? items[0]?.href}>
          {label ? <p className="nav-group">{label}</p> : null}
          <ul>
            {items.map((item) => (
              <li key={item.href}>
                <PageLink
                  className="nav-link"
                  href={item.href}
                  aria-current={item.href === current ? "page" : undefined}
                  onClick={onLeave}
                >
                  {item.label}
                  {item.count === undefined ? null : <span className="nav-count">{item.count}</span>}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
