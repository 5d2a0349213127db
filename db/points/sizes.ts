/**
 * All of these may change under stored data: readers take the number of points and of parts from the data itself. Chunks
 * that were written with other sizes stay as they are until points fall on them or their attempt is sealed, and a window
 * has the accuracy of the parts it was written with. What sealing said of an attempt stands, but after a change of
 * CHUNK_POINTS the same points sealed anew have another sha256.
 */

/** Points of a full chunk. Larger ones lose less space in SQLite's pages, smaller ones are cut faster: 0.1 ms for these. */
export const CHUNK_POINTS = 8192;

/** Points of a part: the smallest stretch of a chunk that has a summary. */
export const PART_POINTS = 512;

/** A series with this many segs, at least 2, has them joined, so that reading it stays cheap. */
export const MOST_SEGMENTS = 192;

/** A series that is sent so many points at once gets them at once, as segs: they need not wait for more. */
export const MANY_POINTS = CHUNK_POINTS / 4;

/** So many points wait at most in the journal and in memory before they come into segs; */
export const WAITING_POINTS = 32 * CHUNK_POINTS;
/** and points of so many series, in so many entries. Above it an append has to settle some, */
export const WAITING_SERIES = 8192;
export const WAITING_ENTRIES = 4096;
/** for so many ms at most, as long as there is not twice as much. */
export const SETTLE_MS = 10;

/** Segs that are removed at once. */
export const SEGMENTS_AT_ONCE = 512;
/** A series that reaches back so many segs keeps all since then from being removed: its own are written anew at the end. */
export const FARTHEST_BACK = 250_000;

/** Points of segs that one merge takes on, and chunks that one slice of it rewrites: together some milliseconds of work. */
export const MERGE_POINTS = 4 * CHUNK_POINTS;
export const SLICE_CHUNKS = 2;

/** Up to so many points of a window are all read, whatever the number of buckets: that takes about a millisecond. */
export const ALWAYS_READ = 8 * CHUNK_POINTS;
/** More than so many are never all read. */
export const MOST_READ = 40 * CHUNK_POINTS;

/** With so many chunks for each bucket their own summaries are fine enough. */
export const CHUNKS_PER_BUCKET = 4;
