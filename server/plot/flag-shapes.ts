export type FlagLevel = "info" | "warning" | "error" | "dismissed";

/** A stroke of a flag on a grid of 12 px, filled or `width` px wide. */
export interface FlagStroke {
  d: string;
  width?: number;
  filled?: boolean;
}

/** A flag on a pole: outline for info, pennant for a warning, swallowtail for an error, half-mast when dismissed. */
export const FLAG_SHAPES: Record<FlagLevel, FlagStroke[]> = {
  info: [
    { d: "M2.5 1v10.4", width: 1.2 },
    { d: "M3 1.6 10 4.2 3 6.8Z", width: 1.1 },
  ],
  warning: [
    { d: "M2.5 1v10.4", width: 1.4 },
    { d: "M2.5 1.2 10.8 4.3 2.5 7.4Z", filled: true },
  ],
  error: [
    { d: "M2.5 .8v10.6", width: 1.4 },
    { d: "M2.5 1h8.9L9 4.3l2.4 3.3H2.5Z", filled: true },
  ],
  dismissed: [
    { d: "M2.5 1v10.4", width: 1.2 },
    { d: "M3 5.6 9 7.8 3 10Z", width: 1.1 },
  ],
};
