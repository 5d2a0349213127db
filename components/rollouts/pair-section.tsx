"use client";

import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { writeCount } from "#server/wording/counts.ts";
import { CompletionPair } from "./completion-pair.tsx";
import { MOST_STACKED, pairTitle, type PairSide } from "./pair-sides.ts";
import type { ChangeView, RolloutView } from "./rollout-search.ts";

interface PairSectionProps {
  sides: PairSide[];
  /** Completions of the group. */
  n: number;
  view: RolloutView;
  onView: ChangeView;
}

/** The texts of two completions beside each other, or of all one below the other. */
export function PairSection({ sides, n, view, onView }: PairSectionProps) {
  const isAll = view.show === "all";
  const shared = {
    found: view.q,
    isMono: view.face === "mono",
    page: view.part,
    onPage: (part: number) => onView({ part }),
  };
  return (
    <Section
      title={pairTitle(sides, isAll)}
      note={sides.length === 2 && !isAll ? "ink: differs, gray: the same in both" : undefined}
      end={
        <>
          {n > 2 ? (
            <QuietButton onClick={() => onView({ show: isAll ? null : "all", part: 0 })}>
              {isAll ? "Two side by side" : `Stack ${writeCount(Math.min(MOST_STACKED, n))}`}
            </QuietButton>
          ) : null}
          <Segmented
            label="Face of the texts"
            value={view.face ?? "sans"}
            options={[
              { value: "sans", label: "Sans" },
              { value: "mono", label: "Mono" },
            ]}
            onChange={(face) => onView({ face: face === "mono" ? "mono" : null })}
          />
        </>
      }
    >
      {isAll ? (
        sides.map((side) => <CompletionPair key={side.name} sides={[side]} {...shared} />)
      ) : (
        <CompletionPair sides={sides} {...shared} />
      )}
    </Section>
  );
}
