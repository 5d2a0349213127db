/**
 * What the chart library and the scales of d3 bring into the pages and never use there (`next.config.mjs`): our axes are of
 * numbers with ticks of their own. Colours and calendars of scales, and the arithmetic of ticks that nobody gave.
 */
function leftOut(): never {
  throw new Error("Charts have no colour scales, no calendars and no ticks but their own.");
}

/** d3 asks whether a value between two others is a colour. It never is. */
export function color(): null {
  return null;
}

export {
  leftOut as cubehelix,
  leftOut as default,
  leftOut as hcl,
  leftOut as hsl,
  leftOut as lab,
  leftOut as rgb,
  leftOut as timeFormat,
  leftOut as utcFormat,
};
