import { isServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { findEvaluation } from "../evaluations/find.ts";
import { findRun } from "../runs/find.ts";

/** What a person means to compare: an evaluation, also by its run; the run itself where it has no final one. */
export function findSide(ctx: ServiceContext, text: string): { id: string } {
  try {
    return findEvaluation(ctx, text);
  } catch (error) {
    if (!isServiceError(error) || error.code !== "not_found") throw error;
    return { id: findRun(ctx, text).id };
  }
}
