/** What makes a twin: the same configuration from a start that is moved by normal noise of this size. */
export const TWIN = { name: "start_shift", shift: 1e-6 };

/** A start that moved farther is another one. */
export const LARGEST_TWIN_SHIFT = 1e-3;
