import type { ReactNode } from "react";
import { CopyButton } from "./controls/copy-button.tsx";

interface ErrorStateProps {
  /** What it is: "This worker speaks an older protocol". */
  title: string;
  /** It stands in the place of a whole page, whose title it then is. */
  isPage?: boolean;
  /** What happened, in one or two sentences. */
  happened: ReactNode;
  /** What is safe and what goes on. */
  safe?: string[];
  /** What to do, as buttons. */
  actions?: ReactNode;
  /** A command or other text that helps. */
  aside?: ReactNode;
  /** Error code and ids, quiet, at the end. */
  code?: string;
  /** What "Copy details" copies; the code line where none is given. */
  details?: string;
}

/** Something went wrong: what, what is safe, what goes on, what to do; then the code. */
export function ErrorState({
  title,
  isPage,
  happened,
  safe,
  actions,
  aside,
  code,
  details,
}: ErrorStateProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className="trouble" role="alert">
      <div>
        <Title>{title}</Title>
        <p>{happened}</p>
        {safe?.length ? (
          <ul className="trouble-facts">
            {safe.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        ) : null}
        {actions ? <div className="btn-row">{actions}</div> : null}
      </div>
      <div>
        {aside}
        {code ? (
          <p className="trouble-code">
            {code} · <CopyButton text={details ?? code}>Copy details</CopyButton>
          </p>
        ) : null}
      </div>
    </div>
  );
}
