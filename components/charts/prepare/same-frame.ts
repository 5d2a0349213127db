import type { PlotLayout } from "./layout-plot.ts";

/** What the axes of a chart are drawn from. */
export type Frame = Pick<PlotLayout, "width" | "height" | "plot" | "x" | "y" | "xTicks" | "yTicks">;

/** Whether the axes of two layouts are the same drawing: points that arrive within the axes leave them as they are. */
export function sameFrame(a: Frame, b: Frame): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.x.log === b.x.log &&
    a.y.log === b.y.log &&
    sameNumbers(sidesOf(a), sidesOf(b)) &&
    sameNumbers([...a.x.domain, ...a.y.domain], [...b.x.domain, ...b.y.domain]) &&
    sameTicks(a.xTicks, b.xTicks) &&
    sameTicks(a.yTicks, b.yTicks)
  );
}

function sidesOf({ plot }: Frame): number[] {
  return [plot.left, plot.top, plot.right, plot.bottom];
}

function sameNumbers(a: number[], b: number[]): boolean {
  return a.every((value, index) => value === b[index]);
}

function sameTicks(a: Frame["xTicks"] | Frame["yTicks"], b: Frame["xTicks"] | Frame["yTicks"]): boolean {
  return (
    a.length === b.length &&
    a.every(({ value, text, exponent }, index) => {
      const other = b[index];
      return value === other.value && text === other.text && exponent === other.exponent;
    })
  );
}
