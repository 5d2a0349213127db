import { createLoader, createSerializer, parseAsBoolean, parseAsStringLiteral } from "nuqs/server";

export const REPORT_TABS = ["published", "draft", "edit"] as const;
export type ReportTab = (typeof REPORT_TABS)[number];

/** What of a report is shown. `published` is the draft where nothing is published yet; `source` shows what is written as it is. */
export const reportSearch = {
  view: parseAsStringLiteral(REPORT_TABS).withDefault("published"),
  source: parseAsBoolean.withDefault(false),
};

export const loadReportSearch = createLoader(reportSearch);
export const reportHref = createSerializer(reportSearch);

/** The question behind a tab. A publication is first asked for as it was frozen, and compared with the store after that. */
export const pageInputOf = (id: string, tab: ReportTab, check = false) => ({
  id,
  view: tab === "published" ? ("newest" as const) : ("draft" as const),
  check,
});
