"use client";

import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { CaptionScope } from "#components/charts/captions.tsx";
import { Section } from "#components/ui/section.tsx";
import { countOf } from "#server/wording/counts.ts";
import { closeSection, partPanel } from "./layout/close-section.ts";
import type { PlacedPanel, PlacedSection } from "./layout/place-panels.ts";
import { type PanelColumns, splitRows } from "./layout/next-width.ts";
import { type DrawPanel, PanelCell } from "./panel-cell.tsx";
import type { BoardLook } from "./panel-look.ts";
import { RankScope, SectionRank } from "./not-ranked.tsx";
import type { PanelActs } from "./panel-menu.ts";
import { useNear } from "./use-near.ts";
import { Chevron } from "#components/ui/marks/chevron.tsx";

interface SectionToggleProps {
  title: string;
  closed: boolean;
  onToggle: () => void;
}

/** The heading of a section that opens and closes. */
export function SectionToggle({ title, closed, onToggle }: SectionToggleProps) {
  return (
    <button type="button" className="panel-toggle" aria-expanded={!closed} onClick={onToggle}>
      {title}
      <Chevron direction={closed ? "right" : "down"} />
    </button>
  );
}

/** Windows narrower than this have fewer columns, as in the style sheet. */
const BELOW: [columns: PanelColumns, query: string][] = [
  [1, "(max-width: 719px)"],
  [2, "(max-width: 999px)"],
  [3, "(max-width: 1319px)"],
];

function follow(changed: () => void): () => void {
  const lists = BELOW.map(([, query]) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", changed);
  return () => {
    for (const list of lists) list.removeEventListener("change", changed);
  };
}

const inWindow = (): PanelColumns => BELOW.find(([, query]) => matchMedia(query).matches)?.[0] ?? 4;
const onServer = (): PanelColumns => 4;

/** How many narrow panels the window has beside each other. */
export function usePanelColumns(): PanelColumns {
  return useSyncExternalStore(follow, inWindow, onServer);
}

interface PanelStretchProps {
  section: PlacedSection;
  panels: PlacedPanel[];
  /** Out of sight it is only a height: pages of thousands of panels consist of these. */
  lazy: boolean;
  isPart: boolean;
  look: BoardLook;
  acts: PanelActs;
  draw: DrawPanel;
}

/** Title, drawing and gap of a panel of normal height, in px; what is out of sight was not measured yet. */
const ROW_PX = 171;
const THIRDS = 3;

/** Panels in rows. */
function PanelStretch({ section, panels, lazy, ...cell }: PanelStretchProps) {
  const { ref, near, height } = useNear();
  const isShown = near || !lazy;
  return (
    <div
      ref={ref}
      className="panel-grid"
      style={isShown ? undefined : { minHeight: height ?? Math.ceil(panels.length / THIRDS) * ROW_PX }}
    >
      {isShown
        ? panels.map((panel) => <PanelCell key={panel.key} section={section} panel={panel} {...cell} />)
        : null}
    </div>
  );
}

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
    <RankScope>
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
            <SectionRank />
            {words.note ?? section.note}
          </>
        }
        end={closed ? undefined : words.end}
      >
        {closed ? null : (
          <CaptionScope>
            {stretches.map((stretch, index) => (
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
          </CaptionScope>
        )}
        {closed ? null : words.foot}
      </Section>
    </RankScope>
  );
}
