"use client";

import { Select } from "#components/ui/controls/select.tsx";
import {
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_IDS,
  type DiagnosisChoice,
  type DiagnosisCounts,
  type DiagnosisId,
} from "#packs/repair/contracts/choice.ts";
import { COUNTED_ACTIONS } from "#packs/repair/wording/diagnosis.ts";

interface DiagnosisChoiceProps {
  choice: DiagnosisChoice;
  onChoice: (choice: Partial<DiagnosisChoice>) => void;
}

/** Which quantity is read as DA: how it is counted and averaged, and which actions count as naming. */
export function ChooseDiagnosis({ choice: { da, counts }, onChoice }: DiagnosisChoiceProps) {
  return (
    <>
      <Select
        label="Definition of DA"
        value={da}
        onChange={(value) => onChoice({ da: value as DiagnosisId })}
        options={DIAGNOSIS_IDS.map((value) => ({ value, label: value }))}
        width={170}
      />
      <Select
        label="Actions that count as a diagnosis"
        value={counts}
        onChange={(value) => onChoice({ counts: value as DiagnosisCounts })}
        options={DIAGNOSIS_COUNTS.map((value) => ({ value, label: `D: ${COUNTED_ACTIONS[value]}` }))}
        width={170}
      />
    </>
  );
}
