"use client";

import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { beginSentence } from "#server/wording/typography.ts";
import { Button } from "./controls/button.tsx";
import { ErrorState } from "./error-state.tsx";
import { LoadingText } from "./loading-text.tsx";

/** A part's script did not come; whatever else goes wrong in a part is the page's. */
class NotLoaded extends Error {}

interface BoundaryProps {
  what: string;
  onRetry: () => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError(error: unknown): { isLost: boolean } {
    if (!(error instanceof NotLoaded)) throw error;
    return { isLost: true };
  }

  override render(): ReactNode {
    const { what, onRetry, children } = this.props;
    if (!this.state.isLost) return children;
    const retry = () => {
      onRetry();
      this.setState({ isLost: false });
    };
    return (
      <ErrorState
        title={`${beginSentence(what)} could not be loaded`}
        happened="The server did not send this part of the page. If Ablab was updated since the page was opened, reload it."
        actions={
          <>
            <Button onClick={retry}>Try again</Button>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </>
        }
      />
    );
  }
}

/**
 * A part whose script comes when it is first drawn, so that no page waits for what it does not show. The server draws it with
 * the page. Until its script is there it keeps `height` px; where that does not come it says so and tries again. `what` fits
 * "Reading …" and "… could not be loaded": "the groups".
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
  height: number,
): ComponentType<Props> {
  const ask = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new NotLoaded(`${what} could not be loaded`, { cause });
      }
    });
  let asked = ask();
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => asked);
    const again = () => {
      asked = ask();
      setPart(asked);
    };
    return (
      <Boundary what={what} onRetry={again}>
        <Suspense
          fallback={
            <div style={{ minHeight: height }}>
              <LoadingText what={what} />
            </div>
          }
        >
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
