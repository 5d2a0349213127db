"use client";

import type { ReactNode } from "react";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { beginSentence } from "#server/wording/typography.ts";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { isMissing, refusalStatus } from "#components/trpc/refusal-status.ts";

/** What a query library says about one question; a react-query result fits. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch?: () => unknown;
}

interface QueryStateProps<Data> {
  query: QueryLike<Data>;
  /** What is read, in words that fit "Reading …" and "… could not be read": "the runs". */
  what: string;
  /** Shown in place of the data where `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Height in px to keep while there is nothing to show, so that the page does not jump. */
  height?: number;
  /** The head of the page is among the children: until they are there, the page is called by what went wrong. */
  isPage?: boolean;
  children: (data: Data) => ReactNode;
}

/** Decides once between waiting, wrong, empty and there. Data that is there stays when a refresh fails, and says so. */
export function QueryState<Data>({
  query,
  what,
  empty,
  isEmpty,
  height,
  isPage,
  children,
}: QueryStateProps<Data>) {
  const { data, error, isPending, refetch } = query;
  const retry = refetch && !isRefused(error) ? () => void refetch() : undefined;
  if (data !== undefined)
    return (
      <>
        {error ? (
          <Strip
            level="info"
            claim={
              isMissing(error)
                ? "This was deleted. The page shows what was last read."
                : "This is the last answer."
            }
            actions={retry ? <QuietButton onClick={retry}>Try again</QuietButton> : null}
          >
            {isMissing(error) ? null : `Reading ${what} again failed: ${messageOf(error)}`}
          </Strip>
        ) : null}
        {empty !== undefined && isEmpty?.(data) ? empty : children(data)}
      </>
    );
  return (
    <div style={{ minHeight: height }}>
      {isPending && !error ? (
        <LoadingText what={what} />
      ) : (
        <ErrorState
          title={isMissing(error) ? "There is nothing here" : `${beginSentence(what)} could not be read`}
          isPage={isPage}
          happened={messageOf(error)}
          safe={safeWords(error)}
          actions={retry ? <Button onClick={retry}>Try again</Button> : null}
        />
      )}
    </div>
  );
}

/** The same question gets the same answer: asking again is no way out. */
const isRefused = (error: unknown): boolean => [400, 404].includes(refusalStatus(error) ?? 0);

function safeWords(error: unknown): string[] {
  if (isMissing(error)) return ["It may have been deleted."];
  return isRefused(error)
    ? ["The same address gets the same answer: change it, or open the page from the menu."]
    : ["Nothing was changed.", "Trainings go on; they do not depend on this page."];
}

/** What browsers call a request that got no answer, each in its own words. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.cause instanceof TypeError;

function messageOf(error: unknown): string {
  if (isUnanswered(error)) return "The server does not answer.";
  return error instanceof Error ? error.message : "The server gave no reason.";
}
