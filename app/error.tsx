"use client";

import { Button } from "#components/ui/controls/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="page" id="main">
      <ErrorState
        isPage
        title="This page could not be drawn"
        happened={error.message || "The page failed while it was being drawn."}
        safe={["Nothing was changed.", "Trainings go on; they do not depend on this page."]}
        actions={<Button onClick={reset}>Try again</Button>}
        code={error.digest ? `PAGE_ERROR · ${error.digest}` : undefined}
      />
    </main>
  );
}
