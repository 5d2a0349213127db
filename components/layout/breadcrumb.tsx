import { PageLink } from "#components/ui/controls/page-link.tsx";

export interface Crumb {
  label: string;
  href?: string;
}

/** The way to this page; the last part is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" style={{ minWidth: 0 }}>
      <ol className="crumbs">
        {crumbs.map(({ label, href }, index) => (
          <li key={label} aria-current={index === crumbs.length - 1 ? "page" : undefined}>
            {href && index < crumbs.length - 1 ? (
              <PageLink href={href}>{label}</PageLink>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
