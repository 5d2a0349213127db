"use client";

import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { ReportPage } from "#server/contracts/reports/report.ts";
import { numbersAndBlocks } from "#server/wording/publication.ts";

/** Every publication of a report; the newest one is what the page shows. */
export function Revisions({ page, now }: { page: ReportPage; now: number }) {
  if (page.publications.length === 0) return null;
  return (
    <Section title="Revisions" rule="thin">
      <ul className="plain-list">
        {page.publications.map((p) => (
          <li key={p.id}>
            <b>{p.n}</b> {p.title}, published <Time at={p.publishedAt} now={now} form="moment" /> by{" "}
            {p.publishedBy}, {numbersAndBlocks(p.numbers)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
