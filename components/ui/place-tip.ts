interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;
const EDGE = 8;

/** Where a tooltip goes: centred above its target, below where there is no room, never outside the viewport. All in px. */
export function placeTip(
  target: Box,
  tip: { width: number; height: number },
  viewport: { width: number; height: number },
): { left: number; top: number } {
  const above = target.top - GAP - tip.height;
  const top = above >= EDGE ? above : target.top + target.height + GAP;
  const centred = target.left + target.width / 2 - tip.width / 2;
  const left = Math.max(EDGE, Math.min(centred, viewport.width - EDGE - tip.width));
  return { left: Math.round(left), top: Math.round(Math.min(top, viewport.height - EDGE - tip.height)) };
}
