"use client";

import { useMemo, type ReactNode } from "react";
import { Section } from "#components/ui/section.tsx";
import { countOf } from "#server/wording/counts.ts";
import { closeSection } from "./layout/close-section.ts";
import { partPanel } from "./layout/part-panel.ts";
import type { PlacedSection } from "./layout/place-panels.ts";
import { splitRows } from "./layout/split-rows.ts";
import type { DrawPanel } from "./panel-cell.tsx";
import type { BoardLook } from "./panel-look.ts";
import type { PanelActs } from "./panel-menu.ts";
import { PanelStretch } from "./panel-stretch.tsx";
import { SectionToggle } from "./section-toggle.tsx";

/** Panels that are mounted or let go together on a large page. */
const STRETCH = 24;
/** A section of more than this many says how many. */
const COUNTED = 6;

/** What a page says of a section besides what was generated. */
export interface SectionWords {
  title?: string;
  note?: string;
  /** At the right of the heading. */
  end?: ReactNode;
  /** Under the panels. */
  foot?: ReactNode;
}

interface PanelGroupProps {
  section: PlacedSection;
  words: SectionWords;
  /** Holds what is looked for: it stands open. */
  found: boolean;
  /** The page has so many panels that those out of sight are not even placed. */
  lazy: boolean;
  look: BoardLook;
  acts: PanelActs;
  draw: DrawPanel;
}

/** A section of panels that opens and closes. */
export function PanelGroup({ section, words, found, lazy, look, acts, draw }: PanelGroupProps) {
  const { closed } = section;
  const panels = useMemo(
    () => (look.apart ? section.panels.flatMap(partPanel) : section.panels),
    [look.apart, section],
  );
  const stretches = useMemo(() => (lazy ? splitRows(panels, STRETCH) : [panels]), [lazy, panels]);
  const title = words.title ?? section.title;
  return (
    <Section
      title={
        found ? (
          title
        ) : (
          <SectionToggle
            title={title}
            closed={closed}
            onToggle={() => acts.edit((layout) => closeSection(layout, section, !closed))}
          />
        )
      }
      note={
        <>
          {closed || panels.length > COUNTED ? (
            <span className="panel-count">{countOf(panels.length, "panel")}</span>
          ) : null}
          {words.note ?? section.note}
        </>
      }
      end={closed ? undefined : words.end}
    >
      {closed
        ? null
        : stretches.map((stretch, index) => (
            <PanelStretch
              // Panels move between stretches, stretches do not move.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              section={section}
              panels={stretch}
              lazy={lazy}
              isPart={found}
              look={look}
              acts={acts}
              draw={draw}
            />
          ))}
      {closed ? null : words.foot}
    </Section>
  );
}
