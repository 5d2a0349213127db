import { shortId } from "#server/contracts/id-prefixes.ts";

const SHORT = 8;

/** How an address names a run that is hidden. */
export const hiddenRun = (runId: string): string => shortId(runId);

/** How an address names a configuration that is hidden: the start of its cell, which is a hash. */
export const hiddenVariant = (key: string): string => key.slice(key.indexOf(" ") + 1).slice(0, SHORT);
