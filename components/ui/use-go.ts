"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { tellGoing } from "./going.ts";
import { inProject } from "./project-address.ts";
import { useShownProject } from "./shown-project.ts";

/** Goes to another page of ours and stays in the project that is shown, as `PageLink` does. */
export function useGo(): { push: (href: string) => void; replace: (href: string) => void } {
  const router = useRouter();
  const project = useShownProject();
  return useMemo(
    () => ({
      push: (href) => {
        const to = inProject(href, project);
        tellGoing(to);
        router.push(to);
      },
      replace: (href) => router.replace(inProject(href, project)),
    }),
    [router, project],
  );
}
