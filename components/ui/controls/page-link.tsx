"use client";

import Link from "next/link";
import { useState, type ComponentPropsWithRef } from "react";
import { inProject } from "../project-address.ts";
import { useShownProject } from "../shown-project.ts";

type PageLinkProps = Omit<ComponentPropsWithRef<typeof Link>, "prefetch">;

/**
 * A link to another page of ours, in the project that is shown. It is fetched ahead when pointer or focus comes near, not when it comes into view: a table
 * holds hundreds of links, and a live page should not ask for all of them.
 */
export function PageLink({ href, onPointerEnter, onFocus, ...rest }: PageLinkProps) {
  const project = useShownProject();
  const [near, setNear] = useState(false);
  return (
    <Link
      {...rest}
      href={typeof href === "string" ? inProject(href, project) : href}
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
