import { Mark } from "./mark.tsx";
import { PageLink } from "./page-link.tsx";

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
