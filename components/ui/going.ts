/** The event by which a page says that it is about to lead to another address. */
export const GOING = "ablab:going";

/** Says that the page is about to lead there. */
export const tellGoing = (href: string): void => {
  dispatchEvent(new CustomEvent<string>(GOING, { detail: href }));
};

/** Whether an address is another page or another view than `here`: a place on the same page is there at once. */
export function leadsAway(href: string, here: string): boolean {
  let to: URL;
  const from = new URL(here);
  try {
    to = new URL(href, from);
  } catch {
    return false;
  }
  if (to.origin !== from.origin || /^\/(api|share|_next|fonts)\//.test(to.pathname)) return false;
  return to.pathname !== from.pathname || to.search !== from.search;
}
