import { parseAsString } from "nuqs/server";

/** Which reported table stands beside what was measured; none unless asked for. */
export const reportedSearch = { reported: parseAsString };

/** Of a reported table: the entry that is to be run again, and the experiment that did. */
export const reproduceSearch = { entry: parseAsString, with: parseAsString };
