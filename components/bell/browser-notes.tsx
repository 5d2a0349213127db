"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Switch } from "#components/ui/controls/switch.tsx";
import { topics } from "#server/contracts/live.ts";
import { lineTitle } from "#server/wording/alerts.ts";
import { lineHref } from "#server/contracts/alerts/fold.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Whether this browser shows notes, and the last alert that it has shown; both stay with the browser. */
const WANTED = "ablab-notes";
const SHOWN = "ablab-notes-shown";
const LOCK = "ablab-notes";
/** A hidden tab has no event stream, so it asks. */
const ASK_MS = 30_000;
/** So many notes at once; what more there is stands on the page of alerts. */
const AT_ONCE = 3;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is off: nothing is shown in this browser.
  }
  for (const notify of listeners) notify();
}

type Standing = "on" | "off" | "refused" | "impossible";

function standing(): Standing {
  if (typeof Notification === "undefined") return "impossible";
  if (Notification.permission === "denied") return "refused";
  return stored(WANTED) === "on" && Notification.permission === "granted" ? "on" : "off";
}

const useStanding = (): Standing => useSyncExternalStore(subscribe, standing, () => "off" as const);

const WORDS: Record<Standing, string> = {
  on: "While a page of this bench is open, also behind others.",
  off: "The browser asks once whether it may.",
  refused: "Blocked in browser settings. Change it there for this address.",
  impossible: "This browser cannot, or not at this address: it takes https, or this machine itself.",
};

/** Asks the browser, on a press and never before, and remembers the answer for this browser. */
export function BrowserNotesSwitch() {
  const state = useStanding();
  const turn = async (on: boolean) => {
    if (!on) return store(WANTED, null);
    const answer = await Notification.requestPermission();
    store(WANTED, answer === "granted" ? "on" : null);
  };
  return (
    <div>
      <Switch
        on={state === "on"}
        disabled={state === "refused" || state === "impossible"}
        onChange={(on) => void turn(on)}
      >
        Show alerts as notifications of this browser
      </Switch>
      <p className="small muted">{WORDS[state]}</p>
    </div>
  );
}

/** Shows what is newer than what was shown, in one tab of the browser alone. */
function Shower() {
  const api = useApi();
  const { data } = useQuery(
    api.alerts.lines.queryOptions(
      { only: "unread", limit: AT_ONCE },
      {
        meta: liveOn([topics.alerts], 1000),
        refetchInterval: ASK_MS,
        refetchIntervalInBackground: true,
      },
    ),
  );
  useEffect(() => {
    if (!data) return;
    const last = stored(SHOWN);
    const newest = data.newest ?? Number(last ?? 0);
    store(SHOWN, String(Math.max(newest, Number(last ?? 0))));
    // What had happened before notes were turned on is no news.
    if (last === null) return;
    const fresh = data.lines.filter(({ alerts: [newest] }) => newest.id > Number(last));
    for (const line of fresh) {
      // Further runs of a matrix take the place of the note before, which the browser knows by its tag.
      const note = new Notification(visibleName(lineTitle(line)), {
        body: line.alerts.length > 1 ? "" : visibleName(line.alerts[0].why),
        tag: `ablab-${line.key}`,
      });
      note.addEventListener("click", () => {
        window.focus();
        location.assign(lineHref(line));
      });
    }
  }, [data]);
  return null;
}

/** Holds the place of the tab that shows notes; another one takes it over when this one is closed. */
function Holder() {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const held = new Promise<void>((resolve) => ending.signal.addEventListener("abort", () => resolve()));
    navigator.locks
      .request(LOCK, { signal: ending.signal }, () => {
        setHolds(true);
        return held;
      })
      .catch(() => {
        // It was given up before it was got.
      });
    return () => ending.abort();
  }, []);
  return holds ? <Shower /> : null;
}

/** Notifications of this browser, where somebody turned them on. */
export function BrowserNotes() {
  return useStanding() === "on" ? <Holder /> : null;
}
