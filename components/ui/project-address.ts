/** The part of an address that says which project is shown; without it all are. */
export const PROJECT = "project";

/** An address of ours in the project that is shown. One that names its own, and one that leads elsewhere, stays as it is. */
export function inProject(href: string, project: string | null): string {
  if (project === null || !href.startsWith("/") || href.startsWith("//") || href.startsWith("/api/"))
    return href;
  const [path, hash] = href.split("#", 2);
  if (/[?&]project=/.test(path)) return href;
  const told = `${path}${path.includes("?") ? "&" : "?"}${PROJECT}=${encodeURIComponent(project)}`;
  return hash === undefined ? told : `${told}#${hash}`;
}
