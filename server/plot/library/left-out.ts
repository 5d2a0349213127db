/**
 * What the chart library and the scales of d3 bring into the pages and never use there (`next.config.mjs`): our axes are of
 * numbers with ticks of their own. Calendars of scales, and the arithmetic of ticks that nobody gave.
 */
function leftOut(): never {
  throw new Error("Charts have no calendars and no ticks but their own.");
}

export {
  leftOut as default,
  leftOut as timeDay,
  leftOut as timeFormat,
  leftOut as timeHour,
  leftOut as timeMinute,
  leftOut as timeMonth,
  leftOut as timeSecond,
  leftOut as timeTickInterval,
  leftOut as timeTicks,
  leftOut as timeWeek,
  leftOut as timeYear,
  leftOut as utcDay,
  leftOut as utcFormat,
  leftOut as utcHour,
  leftOut as utcMinute,
  leftOut as utcMonth,
  leftOut as utcSecond,
  leftOut as utcTickInterval,
  leftOut as utcTicks,
  leftOut as utcWeek,
  leftOut as utcYear,
};
