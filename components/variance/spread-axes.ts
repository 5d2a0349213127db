import { toDigits } from "#server/numbers/round.ts";
import type { SeedBand } from "#server/contracts/charts/bands.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";

/** The y axis of one small multiple. */
export interface SpreadAxis {
  top: number | null;
  /** Whose heights can be compared with it; null where all share one axis. */
  words: string | null;
}

const ROOM = 1.08;

export const hasGroups = (cell: VarianceCell): boolean => cell.metrics.includes("group/std");

/**
 * Tops of the small multiples by the key of their configuration: shared among those of one reward, since a spread in another
 * reward's points is no larger or smaller. The highest mean or quantile is in it, noise floors included.
 */
export function spreadAxes(cells: VarianceCell[], bands: SeedBand[]): Map<string, SpreadAxis> {
  const scales = [...Map.groupBy(cells, (cell) => cell.rewardHash).values()];
  return new Map(
    scales.flatMap((alike) => {
      const byKey = new Map(alike.map((cell) => [cell.key, cell]));
      const drawn = bands.flatMap((band) => {
        const cell = byKey.get(band.key);
        if (!cell) return [];
        // The interval of a quantile over seeds may reach beyond what a group can: no line will.
        const most = cell.reachable ?? Infinity;
        return [...band.mean, ...band.high].flatMap((v) => (v === null ? [] : Math.min(v, most)));
      });
      const floors = alike.flatMap(({ noise }) => (noise ? [noise.withinGroupSd] : []));
      const most = [...drawn, ...floors].reduce((a, b) => Math.max(a, b), 0);
      const top = most === 0 ? null : toDigits(most * ROOM, 2);
      return alike.map((cell): [string, SpreadAxis] => [
        cell.key,
        { top, words: scales.length > 1 ? axisWords(cell, alike) : null },
      ]);
    }),
  );
}

function axisWords(cell: VarianceCell, alike: VarianceCell[]): string {
  const others = alike.filter((other) => other !== cell).map((other) => other.config);
  return others.length === 0
    ? "Its own y axis: no other configuration has this reward."
    : `Same reward and y axis as ${others.join(", ")}.`;
}
