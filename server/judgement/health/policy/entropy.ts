/** The policy's entropy, and whose it is. */
export const ENTROPY = "policy/entropy";

/** Entropy per token of a language model; that of a policy over few actions has another scale. */
export const isPerToken = ({ metric }: { metric: string }): boolean => metric !== ENTROPY;
