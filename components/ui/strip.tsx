import type { ReactNode } from "react";
import type { ObjectionLevel } from "./flag-shape.tsx";
import { ObjectionFlag } from "./objection-flag.tsx";

interface StripProps {
  level: ObjectionLevel;
  /** Rule id: D19. */
  rule?: string;
  /** The bold claim: "Reward rises while diagnosis falls." */
  claim?: ReactNode;
  /** The rest of the sentence, with its numbers. */
  children?: ReactNode;
  /** A second, quieter paragraph. */
  evidence?: ReactNode;
  /** Evidence, Rule, Dismiss: links or `QuietButton`s. */
  actions?: ReactNode;
  /** The quiet form for the margin column. */
  place?: "margin";
}

/** An objection. It looks the same everywhere, so that people learn to trust its absence. */
export function Strip({ level, rule, claim, children, evidence, actions, place }: StripProps) {
  return (
    <div className="strip" data-level={level} data-place={place} role="note" aria-label={level}>
      <ObjectionFlag level={level} decorative />
      <p className="strip-claim">
        {rule ? <span className="strip-rule">{rule}</span> : null}
        {claim ? <b>{claim}</b> : null} {children}
      </p>
      {evidence ? <p className="strip-evidence">{evidence}</p> : null}
      {actions ? <div className="strip-actions">{actions}</div> : null}
    </div>
  );
}
