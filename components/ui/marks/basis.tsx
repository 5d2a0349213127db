import type { ReactNode } from "react";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import type { Basis as BasisName } from "#server/contracts/external/basis.ts";

/** An eye, a page, a word, and a word that did not come. */
const SHAPES: Record<BasisName, ReactNode> = {
  witnessed: (
    <path
      d="M.6 6C2.6 2.7 5 2 6 2s3.4.7 5.4 4C9.4 9.3 7 10 6 10S2.6 9.3.6 6ZM7.9 6A1.9 1.9 0 1 0 4.1 6 1.9 1.9 0 1 0 7.9 6Z"
      fill="currentColor"
      fillRule="evenodd"
    />
  ),
  reported: (
    <path
      d="M2.3 1.2h7.4v9.6H2.3ZM4.4 4.4h3.2M4.4 7.2h3.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.1"
    />
  ),
  claimed: (
    <path
      d="M1 1.8h10v6.4H5.6L3 10.8V8.2H1Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.1"
      strokeLinejoin="round"
    />
  ),
  silent: (
    <path
      d="M1 1.8h10v6.4H5.6L3 10.8V8.2H1Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeDasharray="2 1.4"
    />
  ),
};

/** What each basis is, in a clause. */
export const BASIS_MEANING: Record<BasisName, string> = {
  witnessed: "seen by Ablab's supervisor",
  reported: "from the scheduler",
  claimed: "reported by the client",
  silent: "no heartbeat, state unknown",
};

/** Beside the state of a run whose end is the client's word: the sign of a claim alone. */
export function ClaimedMark() {
  return (
    <span className="basis" data-basis="claimed" data-tip={`claimed: ${BASIS_MEANING.claimed}`}>
      <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES.claimed}
      </svg>
      <VisuallyHidden>, claimed</VisuallyHidden>
    </span>
  );
}

/** Whose word a state is: its sign and the word. */
export function Basis({ basis, children = basis }: { basis: BasisName; children?: ReactNode }) {
  return (
    <span className="basis" data-basis={basis} data-tip={BASIS_MEANING[basis]}>
      <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[basis]}
      </svg>
      {children}
    </span>
  );
}
