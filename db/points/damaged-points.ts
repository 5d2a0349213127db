/** Bytes of points that are not as they were written. The message says of which series and which piece. */
export class DamagedPoints extends Error {
  readonly code = "DAMAGED_POINTS";
  readonly seriesId: number;

  constructor(seriesId: number, piece: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `Points of series ${seriesId} are damaged on disk (${piece}: ${why}). The others can be read; restore a backup to get these back.`,
      { cause },
    );
    this.seriesId = seriesId;
  }
}
