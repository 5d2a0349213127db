"use client";

import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { FullPlot } from "./plot/full-plot.tsx";
import type { PlotFigureProps } from "./plot/plot-figure.tsx";
import type { PlotModel } from "#server/plot/plot-model.ts";
import type { View } from "./use-view.ts";

interface FullScreenProps extends PlotFigureProps {
  model: PlotModel;
  view: View;
  onClose: () => void;
}

/** One chart as large as the window, with all that it can do. Escape closes it. */
export function FullScreen({ onClose, ...props }: FullScreenProps) {
  return (
    <Dialog open onClose={onClose} title={props.title} size="wide">
      <FullPlot
        {...props}
        end={
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        }
      />
    </Dialog>
  );
}
