"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { GOING, leadsAway } from "#components/ui/going.ts";

/** A page that has not come after this long, in ms, is not on its way: the press was undone, or its error stands there. */
const LONGEST_MS = 30_000;

/** Where a press on a link leads within this window, or null. */
function targetOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return null;
  const link = target.closest("a[href]");
  return link instanceof HTMLAnchorElement && link.target !== "_blank" && !link.hasAttribute("download")
    ? link.href
    : null;
}

/** A bar at the top of the window from a press on a link until the page that it leads to is there. */
export function GoingBar() {
  const here = `${usePathname()}?${useSearchParams().toString()}`;
  const [left, setLeft] = useState<{ from: string } | null>(null);
  useEffect(() => {
    const begin = (href: string | null) => {
      if (href !== null && leadsAway(href, location.href)) setLeft({ from: here });
    };
    const onClick = (event: MouseEvent) => begin(targetOf(event));
    const onGoing = (event: Event) => begin((event as CustomEvent<string>).detail);
    addEventListener("click", onClick, true);
    addEventListener(GOING, onGoing);
    return () => {
      removeEventListener("click", onClick, true);
      removeEventListener(GOING, onGoing);
    };
  }, [here]);
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setLeft(null), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [left]);
  // It belongs to no part of the page, so it is told as a status.
  return (
    <output>
      {left?.from === here ? <progress className="going-bar" aria-label="Loading the page" /> : null}
    </output>
  );
}
