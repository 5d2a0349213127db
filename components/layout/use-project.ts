"use client";

import { useSearchParams } from "next/navigation";
import { PROJECT } from "#components/ui/project-address.ts";
import { readSlug } from "#server/contracts/housekeeping/project-words.ts";

/** Slug of the project that is shown, by the address; null where all are. */
export const useProject = (): string | null => readSlug(useSearchParams().get(PROJECT) ?? "");
