"use client";

import { later } from "#components/ui/later.tsx";

/** Every page must be able to show it, and hardly one does. */
export const MissingPageLater = later(
  async () => (await import("./missing-page.tsx")).MissingPage,
  "the page",
  300,
);
