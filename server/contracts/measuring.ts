/** What stands in place of a way of measuring, or of a definition, where a run has no single one on record. */

/** Its evaluations were not made in one way. */
export const SEVERAL = "several";
/** It sent values that none of its evaluations has. */
export const UNRECORDED = "unrecorded";
/** It sent values, and no evaluation of it is on record. */
export const UNKNOWN = "unknown";
