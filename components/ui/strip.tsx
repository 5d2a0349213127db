import type { ReactNode } from "react";
import { Disclosure } from "./overlays/disclosure.tsx";
import { FindingFlag, type FindingLevel } from "./marks/finding-flag.tsx";

interface SlotsProps {
  /** "3 of 4 devices held on bench-01", for screen readers. */
  label: string;
  held: number;
  total: number;
}

/** More boxes than this would be hairlines; the words beside them still say how many. */
const MOST = 16;

/** One box per device, filled when held. */
export function Slots({ label, held, total }: SlotsProps) {
  return (
    <span className="slots">
      <span className="hidden-text">{label}</span>
      {Array.from({ length: Math.min(total, MOST) }, (_, index) => (
        <i key={index} data-on={index < held || undefined} />
      ))}
    </span>
  );
}

interface StripProps {
  level: FindingLevel;
  /** Rule id: D19. */
  rule?: string;
  /** The bold claim: "Reward rises while accuracy falls." */
  claim?: ReactNode;
  /** The rest of the sentence, with its numbers. */
  children?: ReactNode;
  /** The rest stands behind the claim, one press away: what it says is said on the page, too. */
  folded?: boolean;
  /** A second, quieter paragraph. */
  evidence?: ReactNode;
  /** Evidence, Rule, Dismiss: links or `QuietButton`s. */
  actions?: ReactNode;
  /** The quiet form for the margin column. */
  place?: "margin";
}

/** An objection. It looks the same everywhere, so that people learn to trust its absence. */
export function Strip({ level, rule, claim, children, folded, evidence, actions, place }: StripProps) {
  const said = (
    <>
      {rule ? <span className="strip-rule">{rule}</span> : null}
      {claim ? <b>{claim}</b> : null}
    </>
  );
  return (
    <div className="strip" data-level={level} data-place={place} role="note" aria-label={level}>
      <FindingFlag level={level} decorative />
      {folded ? (
        <div className="strip-claim">
          <Disclosure summary={<span>{said}</span>}>
            <p>{children}</p>
          </Disclosure>
        </div>
      ) : (
        <p className="strip-claim">
          {said} {children}
        </p>
      )}
      {evidence ? <div className="strip-evidence">{evidence}</div> : null}
      {actions ? <div className="strip-actions">{actions}</div> : null}
    </div>
  );
}
