import type { ProblemsColumn } from "../../pack.ts";

export const ARITHMETIC_COLUMNS: readonly ProblemsColumn[] = [
  {
    id: "off",
    title: "Farthest off",
    sub: "of any sum",
    explanation: "The largest distance between an answer and its sum in the latest evaluation",
    over: "most",
    column: "off",
  },
];
