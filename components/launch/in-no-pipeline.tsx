import { Button } from "#components/ui/controls/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

interface InNoPipelineProps {
  /** Of the recipe. */
  title: string;
  setDraft: (change: { mode?: "one"; recipe?: string }) => void;
}

/** A recipe that is a stage of no pipeline: what it is launched as, and that the pipelines there are do without it. */
export function InNoPipeline({ title, setDraft }: InNoPipelineProps) {
  return (
    <EmptyState
      ways={[
        {
          title: `No pipeline has ${title}`,
          text: "Pipelines are defined in code. Launch this recipe alone; the form asks which runs its inputs come from.",
          action: (
            <Button kind="primary" onClick={() => setDraft({ mode: "one" })}>
              Launch it alone
            </Button>
          ),
        },
        {
          title: "Pipelines of other recipes",
          text: "They are launched without it.",
          action: <Button onClick={() => setDraft({ recipe: "" })}>Choose one</Button>,
        },
      ]}
    />
  );
}
