import { useQuery } from "@tanstack/react-query";
import { type CompareView, pickInput } from "#components/search-params/compare.ts";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { ID_PREFIXES } from "#server/contracts/id-prefixes.ts";
import { EvaluationPicker } from "./evaluation-picker.tsx";
import { RunPicker } from "./run-picker.tsx";

type Change = { [Key in keyof CompareView]?: CompareView[Key] | null };

interface ComparePickerProps {
  view: CompareView;
  /** As many are chosen as a comparison needs. */
  enough: boolean;
  onView: (change: Change) => void;
  /** Closes the list. */
  onDone: () => void;
}

/** What is compared is chosen here: any runs, or evaluations problem by problem. */
export function ComparePicker({ view, enough, onView, onDone }: ComparePickerProps) {
  const list = useQuery(useApi().evaluations.list.queryOptions(pickInput("", false, useProject())));
  // Where nothing was evaluated by problem there are only runs to choose from.
  const ofRuns = view.show === "runs" || (!enough && list.data?.total === 0);
  const picker = {
    onChange: (e: string[]) =>
      onView({ e, pick: "open", side: null, problem: null, show: ofRuns ? "runs" : null }),
    onDone: enough ? onDone : undefined,
  };
  return (
    <>
      <Segmented
        label="What to choose from"
        value={ofRuns ? "runs" : "evaluations"}
        options={[
          { value: "runs", label: "Runs" },
          { value: "evaluations", label: "Evaluations" },
        ]}
        onChange={(of) => onView({ show: of === "runs" ? "runs" : null, pick: "open" })}
      />
      {ofRuns ? (
        <RunPicker {...picker} chosen={view.e.filter((id) => id.startsWith(`${ID_PREFIXES.run}_`))} />
      ) : (
        <EvaluationPicker {...picker} chosen={view.e} />
      )}
    </>
  );
}
