import type { MenuAction } from "#components/ui/overlays/menu.tsx";

/** The choice between the mean of several values at an x and the one that was logged last, of all charts of a page. */
export const sharedXEntry = (
  sharedX: "last" | null,
  onSharedX: (next: "last" | null) => void,
): MenuAction => ({
  label: sharedX ? "Draw the mean at each x" : "Draw the last value at each x",
  onSelect: () => onSharedX(sharedX ? null : "last"),
});
