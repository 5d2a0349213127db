"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** MLflow prints "View run at …/#/experiments/1/runs/ID", which only the browser can read; the id is ours. */
const MLFLOW = /^#\/experiments\/\w+(?:\/runs\/(run_\w+))?/;

/** Leads from the address that a client of another bench printed to the page that it means here. */
export function ForeignAddress() {
  const router = useRouter();
  useEffect(() => {
    const found = MLFLOW.exec(window.location.hash);
    if (found) router.replace(found[1] ? `/runs/${found[1]}` : "/experiments");
  }, [router]);
  return null;
}
