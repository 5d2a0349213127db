"use client";

import { useSyncExternalStore } from "react";
import { THEME_KEY } from "./theme-script.ts";

const NEXT = { system: "light", light: "dark", dark: "system" } as const;
export type Theme = keyof typeof NEXT;
const NAME: Record<Theme, string> = { system: "auto", light: "light", dark: "dark" };

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** For this browser, until another is chosen. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is off: the choice lasts for this page.
  }
  for (const notify of listeners) notify();
}

/** The colours of this browser; as the system says while the server draws. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => "system" as const);

/** Light, dark, or as the system says; one press goes to the next. */
export function ThemeSwitch() {
  const theme = useTheme();
  const next = NEXT[theme];
  return (
    <button
      type="button"
      aria-label={`Theme: ${NAME[theme]}, change to ${NAME[next]}`}
      data-tip={`Theme: ${NAME[theme]}, press for ${NAME[next]}`}
      onClick={() => chooseTheme(next)}
    >
      {NAME[theme]}
    </button>
  );
}
