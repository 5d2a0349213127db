import Link from "next/link";
import { Mark } from "./mark.tsx";

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
    <Link className="brand" data-size={size} href={href}>
      {inner}
    </Link>
  );
}
