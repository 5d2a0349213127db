"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect } from "react";
import { PageHead } from "#components/layout/page-head.tsx";
import { THEME_KEY } from "#components/layout/theme-script.ts";
import { chooseTheme } from "#components/layout/theme-switch.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { BenchPage } from "./bench-page.tsx";
import { missingText } from "./missing-text.ts";

/** Such a page is drawn by the browser alone, which runs no script of the document's head. */
function useKeptTheme(): void {
  useLayoutEffect(() => {
    try {
      const kept = localStorage.getItem(THEME_KEY);
      if (kept === "light" || kept === "dark") chooseTheme(kept);
    } catch {
      // Storage is off: the system's colors hold.
    }
  }, []);
}

/** An address that leads to nothing: what was looked for, and the ways on. */
export function MissingPage() {
  useKeptTheme();
  const { crumb, title, message, list } = missingText(usePathname());
  return (
    <BenchPage
      crumbs={[...(list ? [{ label: list.title, href: list.href }] : []), { label: crumb }]}
      dataAt={0}
    >
      <PageHead
        title={title}
        summary={message}
        actions={
          <>
            {list ? <LinkButton href={list.href}>{list.label}</LinkButton> : null}
            <LinkButton href="/">Go to Overview</LinkButton>
          </>
        }
      />
    </BenchPage>
  );
}
