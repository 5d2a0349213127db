import type { z } from "zod";
import { insertAudit, selectAuditByDraw, selectAuditsOfRuns } from "#db/queries/audits.ts";
import { type AuditView, DrawAuditInput } from "../../contracts/rollouts/audit.ts";
import { AUDIT_LIMITS } from "../../contracts/rollouts/audit-limits.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { drawAudit, usualThreshold } from "../../stats/audit/draw-audit.ts";
import { countOf, plural, writeCount } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { canonicalJson, newId, sha256 } from "../hashing.ts";
import { sourcedSteps, type SourcedStep } from "../rollouts/source.ts";
import { finiteReward } from "../rollouts/spread.ts";
import { doInSlices, type Sliced } from "../series/sliced.ts";
import { getAudit } from "./get.ts";
import { type CompletionPlace, readCompletion } from "./read-text.ts";
import { requireAuditedRun } from "./require-audit.ts";

interface Candidate extends CompletionPlace {
  of: SourcedStep;
  reward: number;
  length: number | null;
}

/** Steps that have texts a person can read; refuses where there is none, or too much to draw from at once. */
function stepsToDrawFrom(ctx: ServiceContext, { runId, phase, step }: DrawAuditInput): SourcedStep[] {
  const ofPhase = sourcedSteps(ctx, runId).filter(
    (one) => one.phase === phase && (step === null || one.step === step),
  );
  const steps = ofPhase.filter(({ kind }) => kind !== "rewards");
  if (steps.length === 0)
    throw new ServiceError(
      "not_found",
      ofPhase.length > 0
        ? "Only rewards were stored there, and no texts that a person could mark."
        : "This run has no completions there.",
      { field: "step" },
    );
  const n = steps.reduce((sum, one) => sum + one.n, 0);
  if (n > AUDIT_LIMITS.population)
    throw new ServiceError(
      "too_large",
      `There are ${countOf(n, "completion")}; an audit is drawn from at most ${writeCount(AUDIT_LIMITS.population)}. Choose one step.`,
      { field: "step" },
    );
  return steps;
}

/** Every completion with a finite reward, in an order that depends on nothing but what they are; and how many have none. */
function* readCandidates(
  steps: readonly SourcedStep[],
): Sliced<{ candidates: Candidate[]; unrewarded: number }> {
  const candidates: Candidate[] = [];
  let unrewarded = 0;
  for (const of of steps) {
    const rows = of.source
      .groups(of)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap(({ key, rewards }) =>
        rewards.map((row) => ({ key, row })).toSorted((a, b) => a.row.place - b.row.place),
      );
    for (const { key, row } of rows) {
      const reward = finiteReward(row);
      if (reward === null) unrewarded += 1;
      else candidates.push({ of, step: of.step, key, place: row.place, reward, length: row.length });
    }
    yield;
  }
  return { candidates, unrewarded };
}

function* readDrawn<Drawn extends { candidate: Candidate }>(
  drawn: readonly Drawn[],
): Sliced<(Drawn & { digest: string })[]> {
  const read: (Drawn & { digest: string })[] = [];
  for (const one of drawn) {
    read.push({ ...one, digest: readCompletion(one.candidate.of, one.candidate)?.digest ?? "" });
    yield;
  }
  return read;
}

/**
 * Draws completions whose rewards people are to check, stratified by what the verifier says, by reward and by length. The same
 * draw from the same completions is the same audit, whoever asks for it.
 */
export async function drawVerifierAudit(
  ctx: ServiceContext,
  rawInput: z.input<typeof DrawAuditInput>,
  signal?: AbortSignal,
): Promise<AuditView> {
  const input = DrawAuditInput.parse(rawInput);
  const run = requireAuditedRun(ctx, input.runId);
  const steps = stepsToDrawFrom(ctx, input);
  const { candidates, unrewarded } = await doInSlices(readCandidates(steps), signal);
  if (candidates.length < AUDIT_LIMITS.least)
    throw new ServiceError(
      "conflict",
      `An audit needs at least ${countOf(AUDIT_LIMITS.least, "completion")} with a reward; here ${plural(candidates.length, "is", "are")} ${writeCount(candidates.length)}.`,
    );
  const threshold = input.threshold ?? usualThreshold(candidates.map(({ reward }) => reward));
  const draw = drawAudit(candidates, { threshold, size: input.size, seed: input.seed });
  const drawn = draw.order.map(({ index, stratum }) => ({ candidate: candidates[index], stratum }));
  const read = await doInSlices(readDrawn(drawn), signal);
  const facts = {
    phase: input.phase,
    step: input.step,
    threshold,
    seed: input.seed,
    strata: draw.strata.map(({ accepted, size }) => ({ accepted, size })),
    unrewarded,
  };
  const items = read.map(({ candidate, stratum, digest }, position) => {
    const { step, key, place, reward, length } = candidate;
    return { position, stratum, step, key, place, reward, length, digest };
  });
  const digest = sha256(canonicalJson({ facts, items }));
  const id = commit(ctx, (scope) => {
    const known = selectAuditByDraw(scope.db, run.id, digest);
    if (known) return known.id;
    requireAuditedRun(ctx, run.id);
    if (selectAuditsOfRuns(scope.db, [run.id]).length >= AUDIT_LIMITS.ofRun)
      throw new ServiceError("conflict", `A run has at most ${AUDIT_LIMITS.ofRun} audits; use one of them.`);
    const auditId = newId("audit");
    insertAudit(
      scope.db,
      { id: auditId, runId: run.id, digest, ...facts, by: actorName(ctx.actor), at: ctx.now() },
      items.map((item) => ({ auditId, ...item })),
    );
    scope.touch(topics.run(run.id));
    return auditId;
  });
  return getAudit(ctx, { id });
}
