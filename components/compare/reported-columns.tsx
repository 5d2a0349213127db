import { ReportedText } from "#components/reported/reported-value.tsx";
import { Cell, HeadCell } from "#components/ui/tables/table.tsx";
import { metricKey } from "#server/checks/tables/metric-key.ts";
import type { BesideAnswer } from "#server/contracts/reported/reproduction.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeN } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** Entries beside the sides; the others stand on the table's own page. */
const MOST = 6;

export type ReportedEntries = NonNullable<BesideAnswer["shown"]>["entries"];

export const reportedEntries = (beside: BesideAnswer | undefined): ReportedEntries =>
  beside?.shown?.entries.slice(0, MOST) ?? [];

/** A column for each entry of a reported table. */
export const ReportedHeads = ({ entries }: { entries: ReportedEntries }) =>
  entries.map(({ name }) => (
    <HeadCell key={name} num sub="reported">
      {visibleName(name)}
    </HeadCell>
  ));

/** What was reported of one metric: as it was printed, beside no difference and no interval. */
export const ReportedCells = ({ entries, title }: { entries: ReportedEntries; title: string }) =>
  entries.map(({ name, values }) => {
    const value = values.find(({ key }) => key === metricKey(title));
    return (
      <Cell key={name} num>
        {value ? (
          <>
            <ReportedText text={value.text} />
            {value.n === null ? null : <span className="value-aside"> {writeN(value.n)}</span>}
          </>
        ) : (
          NOT_MEASURED
        )}
      </Cell>
    );
  });
