import type { ReactNode } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { RunStateGlyph } from "#components/ui/marks/run-state.tsx";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Why a chart has nothing to draw. Off and empty are not errors, and say their reason. */
export type ChartState =
  | { kind: "loading"; what?: string }
  | { kind: "empty"; title: string; reason: ReactNode }
  | { kind: "error"; reason: ReactNode; onRetry?: () => void };

export interface ChartFrameProps {
  title: string;
  /** Beside the title: unit, n, method. It stands for legend and axis title. */
  unit?: ReactNode;
  /** Last value, with its source glyph. */
  value?: ReactNode;
  /** Flag of the worst objection to this chart. */
  flag?: ReactNode;
  /** Under the chart: what it hid, what its fill means. */
  note?: ReactNode;
  /** Height of the drawing in px: 132 in a row of three, 250 to 264 for a lead chart. */
  height?: number;
  /** The title is the section's own, shown above: it only names the chart. */
  bare?: boolean;
  state?: ChartState;
}

interface ChartFrameParts extends ChartFrameProps {
  menu?: ReactNode;
  /** In the title line: that only a part is shown, and the way back. */
  view?: ReactNode;
  /** Between drawing and note. */
  legend?: ReactNode;
  children?: ReactNode;
}

/** The height in px of a chart in a row of three. */
export const CHART_HEIGHT = 132;
/** From here on a chart has room for a second line beside its title. */
const LEAD_HEIGHT = 200;

/** A figure without a box: one line of title, the drawing, a note. It keeps its height with nothing to draw. */
export function ChartFrame(props: ChartFrameParts) {
  const { title, unit, value, flag, note, height = CHART_HEIGHT, bare, state } = props;
  const { menu, view, legend, children } = props;
  const name = visibleName(title);
  return (
    <figure className="figure" aria-label={name}>
      <figcaption
        className="figure-head"
        data-bare={bare || undefined}
        data-lead={height >= LEAD_HEIGHT || undefined}
      >
        {bare ? null : (
          <>
            <b className="figure-title" dir="auto" title={name}>
              {name}
            </b>
            {unit ? (
              <span className="figure-unit" data-tip={typeof unit === "string" ? unit : undefined}>
                {unit}
              </span>
            ) : null}
            {flag}
            {view}
            {value && !state ? <span className="figure-value">{value}</span> : null}
          </>
        )}
        {bare ? view : null}
        {menu}
      </figcaption>
      <div className="figure-box" style={{ height }} data-state={state?.kind}>
        {state ? <Placeholder state={state} /> : children}
      </div>
      {legend}
      {note ? <div className="figure-note">{note}</div> : null}
    </figure>
  );
}

function Placeholder({ state }: { state: ChartState }) {
  if (state.kind === "loading") return <LoadingText what={state.what} />;
  if (state.kind === "empty")
    return (
      <>
        <b>{state.title}</b>
        <p className="muted">{state.reason}</p>
      </>
    );
  return (
    <div role="alert">
      <b className="crit">
        <RunStateGlyph state="failed" /> Could not be read
      </b>
      <p className="muted">{state.reason}</p>
      {state.onRetry ? (
        <Button size="small" onClick={state.onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
