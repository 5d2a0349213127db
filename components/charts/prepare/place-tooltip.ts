interface Cursor {
  /** In px of the viewport. */
  px: number;
  /** On which side there is more of the chart. */
  roomier: "left" | "right";
}

const GAP = 12;
const EDGE = 8;

/**
 * Left edge of the tooltip of a chart in px of the viewport: beside the cursor where the chart has more room, on the other
 * side where only there it fits, and otherwise over the cursor, since what leaves the window cannot be read.
 */
export function placeTooltip({ px, roomier }: Cursor, width: number, viewport: number): number {
  const most = viewport - EDGE - width;
  const sides = [px + GAP, px - GAP - width];
  const [wanted, other] = roomier === "right" ? sides : sides.toReversed();
  const fits = (left: number) => left >= EDGE && left <= most;
  if (fits(wanted)) return wanted;
  return fits(other) ? other : Math.max(EDGE, Math.min(wanted, most));
}
