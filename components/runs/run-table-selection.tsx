"use client";

import { useRouter } from "next/navigation";
import { useKeys } from "#components/layout/use-keys.ts";
import { compareHref } from "#components/compare/compare-search.ts";
import { curvesHref } from "#components/run-curves/curves-search.ts";
import { announce } from "#components/ui/announce.ts";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { MAX_SIDES } from "#server/contracts/compare-words.ts";
import { countOf } from "#server/wording/counts.ts";

interface RunTableSelectionProps {
  selected: readonly string[];
  onClear: () => void;
}

/** What forbids a comparison of so many runs, or null. */
function whyNoComparison(n: number): string | undefined {
  if (n < 2) return "A comparison needs at least two runs: select them with x";
  return n > MAX_SIDES ? `At most ${countOf(MAX_SIDES, "run")} stand side by side` : undefined;
}

/** What can be done with the selected runs. */
export function RunTableSelection({ selected, onClear }: RunTableSelectionProps) {
  const router = useRouter();
  const blocked = whyNoComparison(selected.length);
  const compare = () => {
    if (blocked) announce(blocked);
    else router.push(compareHref("/compare", { e: [...selected] }));
  };
  useKeys([
    { keys: "c", label: "Compare the selected runs", group: "This page", run: compare },
    { keys: "esc", label: "Select none", group: "This page", run: onClear },
  ]);
  if (selected.length === 0) return null;
  return (
    <section className="bulk popup" aria-label="Selected runs">
      <output>{countOf(selected.length, "run")} selected</output>
      <Button size="small" keys="c" blocked={blocked} onClick={compare}>
        Compare
      </Button>
      <LinkButton size="small" href={curvesHref("/runs/curves", { runs: [...selected] })}>
        Curves
      </LinkButton>
      <Button size="small" kind="quiet" keys="esc" onClick={onClear}>
        Select none
      </Button>
    </section>
  );
}
