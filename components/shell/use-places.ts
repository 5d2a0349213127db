import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { curvesHref } from "#components/search-params/curves.ts";
import { runPageHref, runSearchHref } from "#components/search-params/runs.ts";
import type { Command } from "#components/layout/command-palette.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf } from "#server/wording/counts.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

const OFTEN_MS = 2000;

/** So many metrics are told to the palette; those that most runs have come first. */
const MOST_METRICS = 500;

/** A metric is shown where one is: on the page of the run that is open, else as curves of all runs. */
const metricHref = (path: string, find: string): string =>
  /^\/runs\/run_\w+$/.test(path) ? runPageHref(path, { find }) : curvesHref("/runs/curves", { find });

interface Places {
  commands: Command[];
  /** Some of them are still asked for. */
  isPending: boolean;
}

/**
 * Experiments, reports, benchmarks, tags of runs and metrics by name, found by what they are and by their tags too. Nothing is asked for
 * before the palette is opened.
 */
export function usePlaces(enabled: boolean, project: string | null): Places {
  const api = useApi();
  const experiments = useQuery(
    api.experiments.list.queryOptions({ project }, { enabled, meta: liveOn([topics.experiments], OFTEN_MS) }),
  );
  const reports = useQuery(
    api.reports.list.queryOptions({ project }, { enabled, meta: liveOn([topics.reports], OFTEN_MS) }),
  );
  const benchmarks = useQuery(
    api.benchmarks.list.queryOptions(undefined, { enabled, meta: liveOn([topics.benchmarks], OFTEN_MS) }),
  );
  const path = usePathname();
  const metrics = useQuery(
    api.runs.columns.queryOptions({ project, kinds: ["metric"], limit: MOST_METRICS }, { enabled }),
  );
  const tagged = useQuery(
    api.annotations.tags.queryOptions(undefined, {
      enabled,
      meta: liveOn([topics.runs], OFTEN_MS),
    }),
  );
  const place = (id: string, subject: string, end: string, href: string, tags: string[] = []): Command => ({
    id,
    group: "Go to",
    label: "",
    subject: visibleName(subject),
    keywords: [end, ...tags.map((tag) => `#${tag} ${tag}`)].join(" "),
    end,
    href,
  });
  const commands = [
    ...(experiments.data ?? []).map(({ id, title, kept }) =>
      place(id, title, "experiment", `/experiments/${id}`, kept.tags),
    ),
    ...(reports.data ?? []).map(({ id, title }) => place(id, title, "report", `/reports/${id}`)),
    ...(benchmarks.data?.benchmarks ?? []).map(({ id, name }) =>
      place(id, name, "benchmark", `/benchmarks/${id}`, benchmarks.data?.kept[id]?.tags),
    ),
    ...(tagged.data ?? []).map(({ tag, n }): Command => ({
      id: `tag-${tag}`,
      group: "Go to",
      label: "",
      subject: `#${tag}`,
      keywords: `${tag} tag`,
      end: `tag, on ${countOf(n, "run")}`,
      href: runSearchHref("/runs", { q: tag }),
    })),
    ...[...new Map((metrics.data?.columns ?? []).map((metric) => [metric.name, metric])).values()].map(
      ({ name, title }): Command => ({
        id: `metric-${name}`,
        group: "Go to",
        label: "",
        subject: title,
        keywords: `${name} metric`,
        end: title === name ? "metric" : `metric, ${name}`,
        href: metricHref(path, name),
      }),
    ),
  ];
  const asked = [experiments, reports, benchmarks, metrics, tagged];
  return { commands, isPending: enabled && asked.some((query) => query.isPending) };
}
