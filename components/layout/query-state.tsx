"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { QuietButton } from "#components/ui/quiet-button.tsx";
import { Strip } from "#components/ui/strip.tsx";

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
  children: (data: Data) => ReactNode;
}

/** Decides once between waiting, wrong, empty and there. Data that is there stays when a refresh fails, and says so. */
export function QueryState<Data>({ query, what, empty, isEmpty, height, children }: QueryStateProps<Data>) {
  const { data, error, isPending, refetch } = query;
  const retry = refetch ? () => void refetch() : undefined;
  if (data !== undefined)
    return (
      <>
        {error ? (
          <Strip
            level="note"
            claim="This is the last answer."
            actions={retry ? <QuietButton onClick={retry}>Try again</QuietButton> : null}
          >
            Reading {what} again failed: {messageOf(error)}
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
          title={
            isMissing(error)
              ? "There is nothing here"
              : `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`
          }
          happened={messageOf(error)}
          safe={
            isMissing(error)
              ? ["It may have been deleted, or belong to another data directory."]
              : ["Nothing was changed.", "Trainings go on; they do not depend on this page."]
          }
          actions={retry && !isMissing(error) ? <Button onClick={retry}>Try again</Button> : null}
        />
      )}
    </div>
  );
}

/** What was asked for does not exist: asking again is no way out. */
function isMissing(error: unknown): boolean {
  return (error as { data?: { httpStatus?: number } } | null)?.data?.httpStatus === 404;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The server gave no reason.";
}
