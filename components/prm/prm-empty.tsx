import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

/** No label and no model yet: what to launch, in the order it is needed. */
export function PrmEmpty() {
  return (
    <EmptyState
      ways={[
        {
          title: "1. A policy with episodes",
          text: "Any finished training keeps the steps of its final evaluation; those are what gets labelled.",
          action: <LinkButton href="/launch">Launch a training</LinkButton>,
        },
        {
          title: "2. Label its steps",
          text: "The rule judges every step by what it did to the IIS. Takes seconds on a CPU; the distribution appears here.",
          action: (
            <LinkButton href="/launch?recipe=prm-labels" kind="primary">
              Label episodes
            </LinkButton>
          ),
        },
        {
          title: "3. Train a PRM",
          text: "A small network learns the labels; its calibration and ranking on held-out episodes appear here.",
          action: <LinkButton href="/launch?recipe=prm-train">Train a PRM</LinkButton>,
        },
      ]}
    />
  );
}
