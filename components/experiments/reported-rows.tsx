import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Cell, Row } from "#components/ui/tables/table.tsx";
import { ReportedText, ReproductionText } from "#components/reported/reported-value.tsx";
import { metricKey } from "#server/checks/tables/metric-key.ts";
import type { AblationTable, TableColumn } from "#server/contracts/experiment.ts";
import type { BesideAnswer } from "#server/contracts/reported/reproduction.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeN } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { TokensCell } from "./answer-tokens.tsx";

interface ReportedRowsProps {
  shown: BesideAnswer["shown"];
  lead: TableColumn;
  rows: AblationTable["rows"];
}

/** What a document reports of the same metric: in no claim, no interval and no difference. */
export function ReportedRows({ shown, lead, rows }: ReportedRowsProps) {
  const key = metricKey(lead.title);
  const entries = (shown?.entries ?? []).flatMap(({ name, values }) => {
    const value = values.find((one) => one.key === key);
    return value ? [{ name, ...value }] : [];
  });
  if (!shown) return null;
  const source = (
    <PageLink href={`/reported/${shown.id}`}>
      {visibleName(shown.title)}, {visibleName(shown.document)}
    </PageLink>
  );
  if (entries.length === 0)
    return (
      <Row kind="unranked">
        <Cell fixed>Reported</Cell>
        <Cell quiet wrap columns={5}>
          {source} has no {lead.title}.
        </Cell>
      </Row>
    );
  return entries.map(({ name, text, n, reproduction }) => {
    const verdict = <ReproductionText reproduction={reproduction} />;
    const value = <ReportedText text={text} />;
    const count = n === null ? NOT_MEASURED : writeN(n);
    return (
      <Row key={name} kind="unranked">
        <Cell fixed>
          <RowName>{visibleName(name)}</RowName>
        </Cell>
        <Cell priority="phone" wrap>
          {verdict}
        </Cell>
        <Cell priority="wide" wrap quiet>
          Reported: {source}
        </Cell>
        <Cell num priority="wide">
          {count}
        </Cell>
        <Cell num priority="wide">
          {value}
        </Cell>
        <Cell priority="wide" />
        <Cell num>{NOT_MEASURED}</Cell>
        <Cell priority="wide" wrap>
          {verdict}
        </Cell>
        <TokensCell rows={rows} of={{}} />
        <Cell num priority="low">
          {NOT_MEASURED}
        </Cell>
        <Cell num priority="low">
          {NOT_MEASURED}
        </Cell>
        <Cell num priority="phone">
          {value}
        </Cell>
        <Cell num priority="phone">
          {count}
        </Cell>
        <Cell priority="phone" wrap quiet>
          Reported: {source}
        </Cell>
      </Row>
    );
  });
}
