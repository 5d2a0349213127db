import { PageLink } from "./page-link.tsx";

export interface Tab {
  href: string;
  label: string;
  /** Number or words beside the label: 57, "3 changed". */
  count?: string | number;
  current?: boolean;
}

interface TabsProps {
  /** What the views are of, for screen readers. */
  label: string;
  tabs: Tab[];
}

/** Views of one page. They are links: the URL is the view. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <PageLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          scroll={false}
        >
          {tab.label} {tab.count === undefined ? null : <span className="tabs-count">{tab.count}</span>}
        </PageLink>
      ))}
    </nav>
  );
}
