import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";

/** Whether a verdict is a claim: the difference excludes 0, whatever the spreads and the missing seeds. */
export const isSignificant = (verdict: ClaimVerdict | undefined): boolean =>
  verdict === "significant" || verdict === "significant_despite_missing";

/** Whether a verdict says that there is a difference, be it on a condition. */
export const saysDifference = (verdict: ClaimVerdict | undefined): boolean =>
  isSignificant(verdict) || verdict === "significant_if_equal_variances" || verdict === "suggestive";
