/**
 * The address at which runs or evaluations are compared, as the serializer of that page writes it: pages that only lead there
 * need not load it. With one of them, what it is compared with is chosen there.
 */
export function compareLink(ids: readonly string[], of: "runs" | "evaluations" = "evaluations"): string {
  const pick = ids.length < 2 ? "&pick=open" : "";
  const show = of === "runs" ? "&show=runs" : "";
  return `/compare?e=${ids.join(",")}${show}${pick}`;
}
