import { showProps } from "#server/wording/shown/show-props.ts";

let region: HTMLElement | null = null;

/**
 * Says something to screen readers without moving the focus. One region for the page, outside every control: kits that hide
 * the page behind a dialog leave live regions and all around them reachable.
 */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement("output");
    region.className = "hidden-text";
    document.body.append(region);
  }
  region.textContent = showProps({ children: text }).children;
}
