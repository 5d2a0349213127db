/** How much an audit of a verifier takes. */
export const AUDIT_LIMITS = {
  /** Completions that a person marks: the usual number, the fewest and the most. */
  usual: 50,
  least: 2,
  most: 500,
  /** Completions from which they are drawn at once; of more, one step is chosen. */
  population: 200_000,
  /** Audits of one run, and people whose marks one audit holds. */
  ofRun: 100,
  people: 20,
  /** Characters of a person's name. */
  name: 60,
} as const;
