/**
 * What stands beside the title of a chart whose y is drawn on a log axis: "nats, log". A caption that follows the unit may be
 * cut at its end, so there it comes first.
 */
export function unitOnScale<Unit>(unit: Unit, log: boolean): Unit | string {
  if (!log || (unit && typeof unit !== "string")) return unit;
  if (!unit) return "log";
  return String(unit).includes(", ") ? `log, ${String(unit)}` : `${String(unit)}, log`;
}
