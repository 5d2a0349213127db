import { PageLink } from "../controls/page-link.tsx";

interface MarkProps {
  /** Side in px; the wordmark sets its own. */
  size?: number;
}

/** The mark: a filled bowl (kept), an open bowl (ablated), and between them the line of no difference. */
function Mark({ size = 21 }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <rect x="11" y="2" width="2" height="19" fill="currentColor" />
      <circle cx="6.6" cy="15.2" r="5.4" fill="currentColor" />
      <circle cx="17.4" cy="15.2" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}

interface WordmarkProps {
  href?: string;
  size?: "large";
}

/** Mark and name; a link home where `href` is given. */
export function Wordmark({ href, size }: WordmarkProps) {
  const inner = (
    <>
      <Mark size={size === "large" ? 44 : 21} />
      Ablab
    </>
  );
  if (href === undefined)
    return (
      <span className="brand" data-size={size}>
        {inner}
      </span>
    );
  return (
    <PageLink className="brand" data-size={size} href={href}>
      {inner}
    </PageLink>
  );
}
