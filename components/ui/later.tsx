"use client";

import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from "react";
import { beginSentence } from "#server/wording/typography.ts";
import { Button } from "./controls/button.tsx";
import { ErrorState } from "./error-state.tsx";
import { LoadingText } from "./loading-text.tsx";

/** A part's script did not come; whatever else goes wrong in a part is the page's. */
class NotLoaded extends Error {}

interface BoundaryProps {
  what: string;
  onRetry: () => void;
  /** It would have stood over the page, and so does what is said instead. */
  over: boolean;
  /** Where it can be given up. */
  onClose?: () => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError(error: unknown): { isLost: boolean } {
    if (!(error instanceof NotLoaded)) throw error;
    return { isLost: true };
  }

  override render(): ReactNode {
    const { what, onRetry, over, onClose, children } = this.props;
    if (!this.state.isLost) return children;
    const retry = () => {
      onRetry();
      this.setState({ isLost: false });
    };
    return <NotSent what={what} onRetry={retry} over={over} onClose={onClose} />;
  }
}

/** Says that the server did not send what was asked for, and what can be done. */
export function NotSent({ what, onRetry, over, onClose }: Omit<BoundaryProps, "children">) {
  const said = (
    <ErrorState
      title={`${beginSentence(what)} could not be loaded`}
      happened="The server did not send this part of the page. If Ablab was updated since the page was opened, reload it."
      actions={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          {onClose ? <Button onClick={onClose}>Close</Button> : null}
        </>
      }
    />
  );
  return over ? <div className="popup later-lost">{said}</div> : said;
}

const never = () => () => undefined;

/** Whether this is a browser that has taken over what the server drew. */
const useTaken = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const closeOf = (props: object): (() => void) | undefined =>
  "onClose" in props && typeof props.onClose === "function" ? (props.onClose as () => void) : undefined;

/**
 * A part whose script comes when it is first drawn, so that no page waits for what it does not show. Until then it keeps
 * `height` px; where it does not come it says so and tries again. `what` fits "Reading …" and "… could not be loaded": "the
 * groups". The server draws it only where it is `still`, with little to press: keys in what looks ready and is not would be lost.
 * What stands `over` the page, as a dialog, keeps no place until it is there.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
  height: number,
  { still = false, over = false }: { still?: boolean; over?: boolean } = {},
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
  const waiting = over ? null : (
    <div style={{ minHeight: height }}>
      <LoadingText what={what} />
    </div>
  );
  return function Later(props: Props) {
    const isTaken = useTaken();
    const [Part, setPart] = useState(() => asked);
    const again = () => {
      asked = ask();
      setPart(asked);
    };
    if (!isTaken && !still) return waiting;
    return (
      <Boundary what={what} onRetry={again} over={over} onClose={closeOf(props)}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
