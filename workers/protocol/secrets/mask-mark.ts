/** What stands in the place of a secret. In a file of its own, since pages know it and nothing else of secrets. */
export const MASK = "***";
