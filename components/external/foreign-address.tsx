"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useEffect } from "react";
import { pageOfMlflow } from "./page-of-mlflow.ts";

/** Leads from the address that a client of another bench printed to the page that it means here. */
export function ForeignAddress() {
  const router = useGo();
  useEffect(() => {
    const page = pageOfMlflow(window.location.hash);
    if (page !== null) router.replace(page);
  }, [router]);
  return null;
}
