import { Button } from "#components/ui/controls/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

interface InNoPipelineProps {
  /** Of the recipe. */
  title: string;
  setDraft: (change: { mode?: "one"; recipe?: string }) => void;
}

/** A recipe that is a stage of no chain: what it is launched as, and that the chains there are do without it. */
export function InNoPipeline({ title, setDraft }: InNoPipelineProps) {
  return (
    <EmptyState
      ways={[
        {
          title: `No chain has ${title}`,
          text: "Chains are written with the bench. This recipe is launched by itself; where it takes something, the form asks from which run.",
          action: (
            <Button kind="primary" onClick={() => setDraft({ mode: "one" })}>
              Launch it by itself
            </Button>
          ),
        },
        {
          title: "Chains of other recipes",
          text: "They are launched without it.",
          action: <Button onClick={() => setDraft({ recipe: "" })}>Choose one</Button>,
        },
      ]}
    />
  );
}
