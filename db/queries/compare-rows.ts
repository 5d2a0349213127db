/** Count, sum, sum of squares and extremes of two columns. */
export interface SumsRow {
  opN: number;
  opSum: number;
  opSquares: number;
  opMin: number | null;
  opMax: number | null;
  daN: number;
  daSum: number;
  daSquares: number;
  daMin: number | null;
  daMax: number | null;
}

/** Rows as SQLite gives them: flags are 0 and 1. */
export interface OutcomeRow extends SumsRow {
  evaluationId: string;
  solved: number;
  steps: number;
  n: number;
  clean: number;
  cleanN: number;
}

export interface PairedOutcomeRow extends SumsRow {
  solvedA: number;
  stepsA: number;
  solvedB: number;
  stepsB: number;
  n: number;
  cleanN: number;
  cleanOnlyA: number;
  cleanOnlyB: number;
}
