import { textOf, type ReportNode } from "../../../contracts/reports/report-tree.ts";

type Clean = (text: string) => string;

/** Elements that only dress words: a name may begin in one and end outside of it. */
const DRESS = new Set("em strong b s del code a br sub sup tspan".split(" "));
/** Attributes a reader meets as words or as an address. */
const WORDED = new Set(["href", "title", "aria-label"]);

function cleanAttributes(attributes: Record<string, string>, clean: Clean): Record<string, string> {
  const kept = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (!WORDED.has(name)) return [[name, value]];
    const cleaned = clean(value);
    // An address with a hole leads nowhere.
    return name === "href" && cleaned !== value ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(kept);
}

const isRunning = (node: ReportNode): boolean =>
  typeof node === "string" || (DRESS.has(node.tag) && node.children.every(isRunning));

/** Runs of dressed words between everything else, in order. */
function runsOf(nodes: ReportNode[]): { running: boolean; nodes: ReportNode[] }[] {
  const runs: { running: boolean; nodes: ReportNode[] }[] = [];
  for (const node of nodes) {
    const running = isRunning(node);
    const last = runs.at(-1);
    if (last?.running && running) last.nodes.push(node);
    else runs.push({ running, nodes: [node] });
  }
  return runs;
}

function cleanNode(node: ReportNode, clean: Clean): ReportNode {
  if (typeof node === "string") return clean(node);
  const attributes = cleanAttributes(node.attributes, clean);
  // Dressed words are joined once, by the run they are part of: joining them again at each level would multiply the work.
  const children = isRunning(node)
    ? node.children.map((child) => cleanNode(child, clean))
    : anonymiseTree(node.children, clean);
  return { tag: node.tag, attributes, children };
}

/**
 * Takes private words out of every text and worded attribute of a drawn report. Where a name only appears once neighbouring
 * dressed words are read together, they become plain text without it. Pure.
 */
export function anonymiseTree(nodes: ReportNode[], clean: Clean): ReportNode[] {
  return runsOf(nodes).flatMap((run): ReportNode[] => {
    const cleaned = run.nodes.map((node) => cleanNode(node, clean));
    if (!run.running || (run.nodes.length < 2 && typeof run.nodes[0] === "string")) return cleaned;
    const whole = cleaned.map(textOf).join("");
    const again = clean(whole);
    return again === whole ? cleaned : [again];
  });
}
