"use client";

import Link from "next/link";
import { useState, type ComponentPropsWithRef } from "react";

type PageLinkProps = Omit<ComponentPropsWithRef<typeof Link>, "prefetch">;

/**
 * A link to another page of ours. It is fetched ahead when pointer or focus comes near, not when it comes into view: a table
 * holds hundreds of links, and a live page should not ask for all of them.
 */
export function PageLink({ onPointerEnter, onFocus, ...rest }: PageLinkProps) {
  const [near, setNear] = useState(false);
  return (
    <Link
      {...rest}
      prefetch={near ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
    />
  );
}
