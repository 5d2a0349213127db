"use client";

import { createContext, useContext } from "react";

/** Slug of the project that links stay in; null: of none, as where the address names one that there is not. */
export const ShownProject = createContext<string | null>(null);

export const useShownProject = (): string | null => useContext(ShownProject);
