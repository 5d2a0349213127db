import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Address of this page without its path; null while the page is rendered by the server. */
export const useOrigin = (): string | null =>
  useSyncExternalStore(
    never,
    () => location.origin,
    () => null,
  );
