import { useEffect, useState } from "react";

/**
 * What stands after # in the address, and scrolls there, once more when `settled`: what loads above it pushes it away. Next
 * moves within a page without the browser's own event, so a click is looked at as well.
 */
export function useHash(settled = true): string {
  const [hash, setHash] = useState("");
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1));
    // The address is there only after the click has been dealt with.
    const readSoon = () => setTimeout(read);
    read();
    addEventListener("hashchange", read);
    addEventListener("popstate", read);
    addEventListener("click", readSoon);
    return () => {
      removeEventListener("hashchange", read);
      removeEventListener("popstate", read);
      removeEventListener("click", readSoon);
    };
  }, []);
  useEffect(() => {
    if (hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [hash, settled]);
  return hash;
}
