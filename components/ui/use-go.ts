"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { inProject, PROJECT } from "./project-address.ts";

/** Goes to another page of ours and stays in the project that is shown, as `PageLink` does. */
export function useGo(): { push: (href: string) => void; replace: (href: string) => void } {
  const router = useRouter();
  const project = useSearchParams().get(PROJECT);
  return useMemo(
    () => ({
      push: (href) => router.push(inProject(href, project)),
      replace: (href) => router.replace(inProject(href, project)),
    }),
    [router, project],
  );
}
