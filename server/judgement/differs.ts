import type { ClaimVerdict } from "../contracts/experiment.ts";
import { excludesZero } from "../numbers/excludes-zero.ts";

interface Claimed {
  low: number | null;
  high: number | null;
  verdict?: ClaimVerdict;
}

/** Whether a difference is shown as one, in colour, bold or a filled dot: by its verdict; tables of before have the interval alone. */
export const differs = ({ verdict, ...interval }: Claimed): boolean =>
  verdict === undefined ? excludesZero(interval) : verdict === "differs";
