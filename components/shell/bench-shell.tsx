"use client";

import { visibleName } from "#server/contracts/visible-name.ts";
import { switchedHref } from "#components/search-params/project.ts";
import { usePathname, useRouter } from "next/navigation";
import { useProject } from "#components/layout/use-project.ts";
import { ShownProject } from "#components/ui/shown-project.ts";
import { tellGoing } from "#components/ui/going.ts";
import { useGo } from "#components/ui/use-go.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AppShell } from "#components/layout/app-shell.tsx";
import type { Command } from "#components/layout/command-palette.tsx";
import type { NavGroup } from "#components/layout/nav-list.tsx";
import { KeepProvider } from "#components/annotations/annotate-context.tsx";
import { BrowserNotes } from "#components/bell/browser-notes.tsx";
import { readPageActions } from "#components/layout/page-actions.ts";
import { chooseTheme, type Theme } from "#components/layout/theme-switch.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { declareMetrics } from "#server/contracts/charts/declare-metrics.ts";
import { topics } from "#server/contracts/live.ts";
import type { NamedRun } from "#server/contracts/run.ts";
import type { ShellCounts } from "#server/contracts/shell.ts";
import { compareCommands } from "./compare-commands.ts";
import { stopCommands, type StoppableRun } from "./stop-commands.ts";
import { StopAsked } from "./stop-asked.tsx";
import { useNamedRuns } from "./use-named-runs.ts";
import { usePlaces } from "./use-places.ts";

/** Project, counts and workers, as every page's frame shows them. One hook, so that all askers follow the same topics. */
function useShell() {
  const live = {
    meta: liveOn([topics.runs, topics.workers, topics.experiments, topics.benchmarks, topics.alerts], 1000),
  };
  const project = useProject();
  return useQuery(
    useApi().bench.shell.queryOptions({ project }, { ...live, placeholderData: keepPreviousData }),
  );
}

export const useShellCounts = (): ShellCounts | undefined => useShell().data;

/** That there is no such project as the address names, in a sentence; null where there is, or while it is not known. */
export function useNoProject(): string | null {
  const { data, isPlaceholderData } = useShell();
  return isPlaceholderData ? null : (data?.noProject ?? null);
}

/** Pages in the order of the sidebar, with the second letter of their "g" key. */
const PAGES = [
  { href: "/", label: "Overview", key: "o" },
  { href: "/launch", label: "Launch", key: "l" },
  { href: "/runs", label: "Runs", key: "r" },
  { href: "/experiments", label: "Experiments", key: "e" },
  { href: "/compare", label: "Compare", key: "m" },
  { href: "/benchmarks", label: "Benchmarks", key: "b" },
  { href: "/variance", label: "Reward variance", key: "d" },
  { href: "/evaluations", label: "Evaluations", key: "v" },
  { href: "/failures", label: "Failures", key: "f" },
  { href: "/prm", label: "PRM", key: "p" },
  { href: "/reports", label: "Reports", key: "t" },
  { href: "/reported", label: "Reported tables", key: "i" },
  { href: "/connect", label: "Connect", key: "n" },
  { href: "/import", label: "Import", key: "u" },
  { href: "/workers", label: "Workers", key: "w" },
  { href: "/checks", label: "Checks", key: "c" },
  { href: "/alerts", label: "Alerts", key: "a" },
  { href: "/settings", label: "Settings", key: "s" },
];

const THEMES: [Theme, string][] = [
  ["light", "Theme: light"],
  ["dark", "Theme: dark"],
  ["system", "Theme: system"],
];

function navigation(counts: ShellCounts | undefined): NavGroup[] {
  const some = (n: number | undefined) => (n ? n : undefined);
  const online = counts?.workers.filter((w) => w.online).length;
  return [
    { items: [{ href: "/", label: "Overview" }] },
    {
      label: "Train",
      items: [
        { href: "/launch", label: "Launch" },
        { href: "/runs", label: "Runs", count: some(counts?.runs) },
        { href: "/experiments", label: "Experiments", count: some(counts?.experiments) },
        { href: "/compare", label: "Compare" },
      ],
    },
    {
      label: "Evaluate",
      items: [
        { href: "/benchmarks", label: "Benchmarks", count: some(counts?.benchmarks) },
        { href: "/variance", label: "Reward variance" },
        { href: "/evaluations", label: "Evaluations" },
        { href: "/failures", label: "Failures" },
        { href: "/prm", label: "PRM" },
      ],
    },
    {
      label: "Reports",
      items: [
        { href: "/reports", label: "Reports" },
        { href: "/reported", label: "Reported tables" },
      ],
    },
    {
      label: "System",
      items: [
        { href: "/connect", label: "Connect" },
        { href: "/import", label: "Import" },
        { href: "/workers", label: "Workers", count: some(online) },
        { href: "/checks", label: "Checks", count: some(counts?.objecting ?? undefined) },
        { href: "/alerts", label: "Alerts", count: some(counts?.alerts) },
        { href: "/settings", label: "Settings" },
      ],
    },
  ];
}

/** Shows another project, or all: on the list that the page belongs to. */
function useSwitch(): (slug: string | null) => void {
  // Not by `useGo`, which would stay in the project that is left.
  const router = useRouter();
  const path = usePathname();
  return (slug) => {
    const to = switchedHref(path, slug);
    tellGoing(to);
    router.push(to);
  };
}

/** What the palette offers of projects: each but the one that is shown. */
function switches(
  counts: ShellCounts | undefined,
  shown: string | null,
  switchTo: (slug: string | null) => void,
): Command[] {
  const others = (counts?.projects ?? []).filter(({ slug }) => slug !== shown);
  return [
    ...others.map(({ name, slug }): Command => ({
      id: `project-${slug}`,
      group: "Do",
      label: "Switch to project",
      subject: visibleName(name),
      run: () => switchTo(slug),
    })),
    ...(shown === null
      ? []
      : [
          {
            id: "project-all",
            group: "Do" as const,
            label: "Show all projects",
            keywords: "switch",
            run: () => switchTo(null),
          },
        ]),
  ];
}

const runCommand = ({ id, name, experiment, state }: NamedRun): Command => ({
  id,
  group: "Go to",
  label: name,
  subject: experiment,
  keywords: id,
  href: `/runs/${id}`,
  state,
});

/** The frame of every page: navigation with live counts, palette and keys. Links stay in the project that is shown. */
export function BenchShell({ children }: { children: ReactNode }) {
  const project = useProject();
  const isThere = useNoProject() === null;
  return (
    <ShownProject value={isThere ? project : null}>
      <Frame>{children}</Frame>
    </ShownProject>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const api = useApi();
  const router = useGo();
  const project = useProject();
  const path = usePathname();
  const switchTo = useSwitch();
  const counts = useShellCounts();
  // Before the page below is drawn, and by the same answer here and on the server, so that both name metrics alike.
  if (counts) declareMetrics(counts.metrics);
  const recent = useQuery(
    api.runs.list.queryOptions(
      { project, limit: 40 },
      { meta: liveOn([topics.runs], 2000), enabled: counts !== undefined && counts.runs > 0 },
    ),
  );
  const [isPaletteUsed, setPaletteUsed] = useState(false);
  const [ofPage, setOfPage] = useState<Command[]>([]);
  const places = usePlaces(isPaletteUsed, project);
  const [typed, setTyped] = useState("");
  const named = useNamedRuns(typed, project);
  const newest = recent.data?.rows ?? [];
  const [stopping, setStopping] = useState<StoppableRun | null>(null);
  const known = new Set(newest.map(({ id }) => id));
  useKeys([
    { keys: "n", label: "Launch", group: "Do", run: () => router.push("/launch") },
    ...PAGES.map(({ href, label, key }) => ({
      keys: `g ${key}`,
      label: `Go to ${label}`,
      group: "Go to",
      run: () => router.push(href),
    })),
  ]);
  const commands: Command[] = [
    ...ofPage,
    { id: "launch", group: "Do", label: "Launch runs", href: "/launch", end: "n" },
    ...switches(counts, project, switchTo),
    ...THEMES.map(([theme, label]): Command => ({
      id: `theme-${theme}`,
      group: "Do",
      label,
      keywords: "theme colors",
      run: () => chooseTheme(theme),
    })),
    ...PAGES.map((page): Command => ({
      id: page.href,
      group: "Go to",
      label: page.label,
      href: page.href,
      end: `g ${page.key}`,
    })),
    ...stopCommands(typed, newest, setStopping),
    ...compareCommands(typed, path, [...newest, ...named.runs.filter(({ id }) => !known.has(id))]),
    ...newest.map(runCommand),
    ...places.commands,
    ...named.runs.filter(({ id }) => !known.has(id)).map(runCommand),
  ];
  return (
    <AppShell
      groups={navigation(counts)}
      projects={counts?.projects ?? []}
      project={project}
      onProject={switchTo}
      devices={(counts?.workers ?? [])
        .filter((w) => w.online)
        .map((w) => ({ worker: w.name, held: w.busy, total: w.slots }))}
      identity="local"
      commands={commands}
      isFinding={places.isPending || named.isPending}
      onQuery={setTyped}
      onPalette={() => {
        setPaletteUsed(true);
        setOfPage(readPageActions());
      }}
    >
      <KeepProvider>{children}</KeepProvider>
      <BrowserNotes />
      {stopping ? <StopAsked run={stopping} onClose={() => setStopping(null)} /> : null}
    </AppShell>
  );
}
