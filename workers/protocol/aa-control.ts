/** What makes a twin: the same configuration from a start that is moved by normal noise of this size. */
export const AA_CONTROL = { name: "start_shift", shift: 1e-6 };

/** A start that moved farther is another one. */
export const LARGEST_CONTROL_SHIFT = 1e-3;
