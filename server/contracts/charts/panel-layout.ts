import { nameIssue, type NameRule } from "../../../workers/protocol/names.ts";

/** What a page of panels is told to do differently from its generated default. Nothing here is about one run. */
export interface PanelLayout {
  version: 1;
  /** Panels that a person made, in the order in which they were made. */
  added: AddedPanel[];
  /** Keys of generated panels that are not shown. */
  removed: string[];
  /** By section, the keys that come first, in this order; the others follow as they were generated. */
  order: Record<string, string[]>;
  /** By panel, where it is not the default. */
  sizes: Record<string, PanelSize>;
  /** By section: closed, or open, where that is not the default. */
  closed: Record<string, boolean>;
}

export interface AddedPanel {
  /** "added:1"; unique in a layout. */
  key: string;
  /** Section it stands in; one that is not generated makes its own. */
  section: string;
  /** Empty: named after its metrics. */
  title: string;
  metrics: string[];
  /** How it is drawn, and what of that; absent: by the first kind that fits. A kind that is no more is passed over. */
  kind?: string;
  options?: Record<string, string>;
}

/** Widths are parts of the page; a quarter and a third become a half on narrow screens, and all of them full on a phone. */
export const PANEL_WIDTHS = ["quarter", "third", "half", "full"] as const;
export type PanelWidth = (typeof PANEL_WIDTHS)[number];

export const PANEL_HEIGHTS = ["normal", "tall"] as const;
export type PanelHeight = (typeof PANEL_HEIGHTS)[number];

export interface PanelSize {
  width: PanelWidth;
  height: PanelHeight;
}

/** The section of panels that a person added, above all others. */
export const OWN_SECTION = "own";

export const MOST_ADDED = 100;
export const MOST_METRICS_IN_PANEL = 12;
export const MOST_REMOVED = 2000;
/** Panels of one section whose place is kept. */
export const MOST_ORDERED = 500;
export const MOST_SIZED = 2000;
export const MOST_SECTIONS = 500;
export const MOST_VIEWS_PER_PAGE = 50;
export const VIEW_NAME: NameRule = {
  what: "The name of a view",
  most: 60,
  missing: "Give the view a name.",
};
/** A panel without one is named after its metrics. */
export const PANEL_TITLE: NameRule = { what: "The title of a panel", most: 100, missing: null };
export const panelTitleIssue = (title: string): string | null => nameIssue(title, PANEL_TITLE);
/** Characters of a layout as JSON. */
export const LARGEST_LAYOUT = 200_000;

export const NO_EDITS: PanelLayout = {
  version: 1,
  added: [],
  removed: [],
  order: {},
  sizes: {},
  closed: {},
};

/** Pages that have views of their own: the page of every run of a recipe, the curves of many runs, those of an experiment. */
export const viewScope = {
  recipe: (slug: string) => `recipe:${slug}`,
  runs: "runs",
  experiment: (id: string) => `experiment:${id}`,
} as const;

/** The live topic of saved views. */
export const VIEWS_TOPIC = "views";
