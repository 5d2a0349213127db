"use client";

import { useQueries } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { BandPanel } from "#components/bands/band-panel.tsx";
import { bandsQuestion } from "#components/bands/bands-question.ts";
import { ChartFrame, type ChartState } from "#components/charts/chart-frame.tsx";
import { noPoints } from "#components/charts/prepare/words.ts";
import { DEAD_PARTS } from "#components/charts/dead-parts.ts";
import { StackedShares } from "#components/charts/stacked-shares.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/tables/table.tsx";
import { Section } from "#components/ui/section.tsx";
import { bandKey } from "#server/contracts/charts/band-key.ts";
import { topics } from "#server/contracts/live.ts";
import type { XAxis } from "#server/contracts/charts/series.ts";
import { varianceHref } from "#components/search-params/variance.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { offAxisNote } from "#server/wording/charts/bands.ts";
import { writeShare } from "#server/wording/quantities.ts";
import type { SeedBand } from "#server/contracts/charts/bands.ts";
import { writeStretch } from "#server/wording/charts/axes.ts";
import { writeCount, writeN } from "#server/wording/counts.ts";

type Curve = Pick<SeedBand, "key" | "x" | "mean" | "n" | "sent">;

interface TailMeans {
  means: number[];
  /** Seeds behind them: the fewest and the most at any of the steps, of those that have sent the causes at all. */
  n: { least: number; most: number; of: number };
}

/**
 * Means of the causes of a configuration over its last steps, from the steps at which all of them have one; null where there
 * is none.
 */
export function tailMeans(causes: readonly (readonly Curve[] | undefined)[], key: string): TailMeans | null {
  const bands = causes.map((ofAll) => ofAll?.find((b) => b.key === key));
  const curves = bands.map(
    (band) => new Map(band?.x.map((x, i) => [x, { mean: band.mean[i], n: band.n[i] }])),
  );
  const steps = [...curves[0].keys()].filter((x) =>
    curves.every((of) => typeof of.get(x)?.mean === "number"),
  );
  if (steps.length === 0) return null;
  const seeds = curves.flatMap((of) => steps.map((x) => of.get(x)?.n ?? 0));
  return {
    means: curves.map((of) => steps.reduce((sum, x) => sum + (of.get(x)?.mean ?? 0), 0) / steps.length),
    n: {
      least: Math.min(...seeds),
      most: Math.max(...seeds),
      of: Math.max(...bands.map((band) => band?.sent ?? 0)),
    },
  };
}

/** "n 5", "n 4 of 5" where a seed is not behind it, "n 3 to 4 of 5" where that changes along the steps. */
export function tailSeeds({ least, most, of }: TailMeans["n"]): string {
  const n = least === most ? writeN(most) : `n ${writeStretch(least, most)}`;
  return least === of ? n : `${n} of ${writeCount(of)}`;
}

interface CauseQuery {
  error: { message: string } | null;
  isPending: boolean;
  refetch: () => unknown;
}

/**
 * Why a chart that is drawn from several answers is not there: one of them failed, or is still waited for. Undefined once all
 * are there, and only then can it be said that nothing was sent.
 */
export function causesState(queries: readonly CauseQuery[]): ChartState | undefined {
  const failed = queries.filter(({ error }) => error !== null);
  if (failed.length > 0) {
    const onRetry = () => {
      for (const query of failed) void query.refetch();
    };
    return { kind: "error", reason: failed[0].error?.message, onRetry };
  }
  return queries.some(({ isPending }) => isPending) ? { kind: "loading" } : undefined;
}

const CAUSES = ["group/all_failed_share", "group/all_solved_share", "group/zero_share"] as const;
const LAST_STEPS = 10;
/** Beside the title of a narrow chart it would be cut. */
const TAIL_NOTE = `Mean over the last ${LAST_STEPS} steps`;

interface VarianceSectionProps {
  experimentId: string;
  rows: { cell: string; config: string }[];
  axis: XAxis;
  /** What all charts of seeds on the page share. */
  bands: Pick<ComponentProps<typeof BandPanel>, "of" | "cast" | "follow">;
  /** How many runs there are, once all have ended; 0 before. */
  ended: number;
}

/** Why there is no bar: what was sent has no train steps, of which the last are wanted, or nothing was. */
function noBars(elsewhere: string | null, ended: number): ChartState {
  if (elsewhere === null) return noPoints(ended);
  return { kind: "empty", title: "No train steps", reason: `${elsewhere}.` };
}

/** Where the gradient comes from: group spread, the share of dead groups, and why they are dead. */
export function VarianceSection(props: VarianceSectionProps) {
  const { experimentId, rows, axis, bands, ended } = props;
  const api = useApi();
  const causes = useQueries({
    queries: CAUSES.map((metric) =>
      api.series.bands.queryOptions(
        { ...bandsQuestion(bands.of, metric, { axis: "step" }), last: LAST_STEPS },
        {
          meta: liveOn([topics.experimentPoints(experimentId)], 1500),
        },
      ),
    ),
  });
  const [failed, solved, zero] = causes.map((c) => c.data?.bands);
  const bars = rows.flatMap(({ cell, config }) => {
    const tail = tailMeans([failed, solved, zero], bandKey(experimentId, cell));
    if (!tail) return [];
    const [f, s, z] = tail.means;
    return [
      {
        key: cell,
        name: config,
        shares: [f, s, Math.max(0, z - f - s), Math.max(0, 1 - z)],
        end: `${writeShare(z)}, ${tailSeeds(tail.n)}`,
      },
    ];
  });
  const off = zero?.filter((band) => band.axis !== "step").map(({ label }) => label) ?? [];
  const elsewhere = offAxisNote(off, "configuration", "step");
  const shared = { ...bands, look: { axis, height: 168 }, ended };
  return (
    <Section
      title="Reward variance"
      note="equal rewards, no gradient"
      end={<PageLink href={varianceHref("/variance", { experiment: experimentId })}>Details</PageLink>}
    >
      <Grid columns={3}>
        <BandPanel {...shared} metric="group/zero_share" />
        <BandPanel {...shared} metric="group/std" />
        <ChartFrame
          title="Why groups are dead"
          unit="% of drawn groups"
          height={48 + 29 * Math.max(4, bars.length)}
          note={bars.length > 0 ? `${[TAIL_NOTE, elsewhere].filter(Boolean).join("; ")}.` : undefined}
          state={causesState(causes) ?? (bars.length > 0 ? undefined : noBars(elsewhere, ended))}
        >
          <StackedShares label="Why groups are dead" parts={DEAD_PARTS} rows={bars} endWord="dead" />
        </ChartFrame>
      </Grid>
    </Section>
  );
}
