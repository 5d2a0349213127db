/** The eight characters of an id that a screen shows: "run_k3v9x2ma7q0e4t1b" becomes "k3v9x2ma". */
export function formatId(id: string): string {
  return id.slice(id.indexOf("_") + 1).slice(0, 8);
}
