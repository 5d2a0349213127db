"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RolloutView } from "../rollout-search.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { NumberField } from "#components/ui/controls/number-field.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { AUDIT_LIMITS } from "#server/contracts/rollouts/audit-limits.ts";
import type { RolloutPhase } from "#server/contracts/rollouts/rollout-limits.ts";

interface DrawAuditProps {
  runId: string;
  view: Pick<RolloutView, "phase" | "step">;
  onDrawn: (id: string) => void;
}

/** Says which completions are drawn, how many and by which seed. */
export function DrawAudit({ runId, view, onDrawn }: DrawAuditProps) {
  const [phase, setPhase] = useState<RolloutPhase>(view.phase ?? "eval");
  const [step, setStep] = useState<number | null>(view.step);
  const [size, setSize] = useState<number | null>(AUDIT_LIMITS.usual);
  const [threshold, setThreshold] = useState<number | null>(null);
  const [seed, setSeed] = useState<number | null>(1);
  const draw = useMutation(useApi().audits.draw.mutationOptions({ onSuccess: ({ id }) => onDrawn(id) }));
  return (
    <Section
      title="Audit the verifier"
      note="A person marks a sample of completions as right or wrong; the errors of the verifier and the corrected success follow."
    >
      <form
        className="audit-form"
        onSubmit={(event) => {
          event.preventDefault();
          draw.mutate({
            runId,
            phase,
            step,
            threshold,
            size: size ?? AUDIT_LIMITS.usual,
            seed: seed ?? 1,
          });
        }}
      >
        <Field label="Completions">
          {() => (
            <Segmented
              label="Phase"
              value={phase}
              options={[
                { value: "eval", label: "Evaluation" },
                { value: "train", label: "Training" },
              ]}
              onChange={setPhase}
            />
          )}
        </Field>
        <NumberField label="Step" value={step} onChange={setStep} why="Empty: all steps." />
        <NumberField label="Sample size" value={size} onChange={setSize} step={10} />
        <NumberField
          label="Accepted from reward"
          value={threshold}
          onChange={setThreshold}
          step={0.1}
          why="Empty: halfway between the least and the greatest reward."
        />
        <NumberField
          label="Seed"
          value={seed}
          onChange={setSeed}
          why="The same seed draws the same completions, so several people mark the same ones."
        />
        <div>
          <Button kind="primary" type="submit" disabled={draw.isPending}>
            Draw
          </Button>
        </div>
        {draw.error ? <Strip level="error" claim={draw.error.message} /> : null}
      </form>
    </Section>
  );
}
