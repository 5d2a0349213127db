import { SourceGlyph } from "#components/ui/marks/source-glyph.tsx";
import type { Reproduction } from "#server/contracts/reported/reproduction.ts";
import { reproductionText } from "#server/wording/reproduction.ts";
import { beginSentence } from "#server/wording/typography.ts";

/** A value as a document printed it, with the mark that says so. */
export function ReportedText({ text }: { text: string }) {
  return (
    <>
      <span className="quoted" data-source="reported">
        {text}
      </span>
      <SourceGlyph source="reported" />
    </>
  );
}

/** Whether what was measured reproduces a reported value. */
export const ReproductionText = ({ reproduction }: { reproduction: Reproduction | null }) =>
  reproduction === null ? null : (
    <span data-verdict={reproduction.verdict}>{beginSentence(reproductionText(reproduction))}</span>
  );
