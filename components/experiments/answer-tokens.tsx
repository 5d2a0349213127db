import { Value } from "#components/ui/marks/value.tsx";
import { Cell, HeadCell } from "#components/ui/tables/table.tsx";
import type { AblationRow } from "#server/contracts/experiment.ts";

type Rows = readonly Pick<AblationRow, "answerTokens">[];

const isLogged = (rows: Rows): boolean => rows.some(({ answerTokens }) => answerTokens != null);

/** Head of the column with the mean length of answers; nothing where no run logged it. */
export const TokensHead = ({ rows }: { rows: Rows }) =>
  isLogged(rows) ? (
    <HeadCell num sub="per answer">
      Tokens
    </HeadCell>
  ) : null;

/** The mean length of answers of one row. */
export const TokensCell = ({ rows, of }: { rows: Rows; of: Rows[number] }) =>
  isLogged(rows) ? (
    <Cell num>
      <Value value={of.answerTokens ?? null} kind="count" />
    </Cell>
  ) : null;
