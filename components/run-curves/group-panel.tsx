"use client";

import { useCallback, useMemo } from "react";
import { BandPanel } from "#components/bands/band-panel.tsx";
import { panelTitle } from "#components/panels/layout/find-panels.ts";
import { liveTail } from "#components/trpc/live-on.ts";
import type { BandMode } from "#server/contracts/charts/bands.ts";
import type { CurvePanelProps } from "./curve-panel.tsx";

/** Putting runs together reads all of them; once in this long where one of them goes on. */
const FOLLOW_MS = 5000;

interface GroupPanelProps extends CurvePanelProps {
  mode: BandMode;
}

/** One metric of every configuration: its seeds put together, whatever is hidden. */
export function GroupPanel({ panel, look, scene, hidden, onHide, mode }: GroupPanelProps) {
  const [{ metric }] = panel.lines;
  const { groups, runs, total } = scene.data;
  const cast = useMemo(
    () => ({
      colours: scene.colours,
      names: new Map([...scene.variants].map(([key, { label }]) => [key, label])),
      baseline: scene.baseline,
    }),
    [scene],
  );
  const hiddenKeys = useMemo(() => [...hidden.variants], [hidden]);
  const onHidden = useCallback((keys: string[]) => onHide({ variants: keys }), [onHide]);
  return (
    <BandPanel
      of={{ kind: "groups", groups: groups.map(({ variant, runIds }) => ({ key: variant, runIds })) }}
      title={panelTitle(panel)}
      unit={panel.unit ?? undefined}
      metric={metric}
      mode={mode}
      look={look}
      cast={cast}
      hidden={hiddenKeys}
      onHidden={onHidden}
      // Groups are of all runs that fit, and the scene knows those of its page.
      ended={total === runs.length ? scene.ended : 0}
      leftOut={scene.leftOut}
      follow={liveTail(scene.live, FOLLOW_MS, () => Promise.resolve(null))}
      legend="asked"
      isHeavy
    />
  );
}
