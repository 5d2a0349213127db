/** What an episode knows besides the solver: marks per element (columns, then rows) and counters. Reused across episodes. */
export class EpisodeState {
  /** Columns, rows and the global entity. */
  entities = 0;
  colCount = 0;
  steps = 0;
  /** In the IIS shown last. */
  shown = new Uint8Array(0);
  shownCount = 0;
  /** True until the first repair after an IIS was shown. */
  isFresh = false;
  /** How many shown IISs held the element. */
  iisSeen = new Uint8Array(0);
  diagnosed = new Uint8Array(0);
  dropped = new Uint8Array(0);
  /** How often the row was relaxed. */
  relaxed = new Uint8Array(0);
  widened = new Uint8Array(0);
  checked = new Uint8Array(0);
  iisRequests = 0;
  repairs = 0;
  diagnoses = 0;
  /** Sum of `actionPoints` so far. */
  points = 0;

  clear(colCount: number, rowCount: number): void {
    const elements = colCount + rowCount;
    this.entities = elements + 1;
    this.colCount = colCount;
    this.steps = 0;
    this.shownCount = 0;
    this.isFresh = false;
    this.iisRequests = 0;
    this.repairs = 0;
    this.diagnoses = 0;
    this.points = 0;
    for (const key of ["shown", "iisSeen", "diagnosed", "dropped", "relaxed", "widened", "checked"] as const)
      if (this[key].length < elements) this[key] = new Uint8Array(elements);
      else this[key].fill(0);
  }
}
