import { describe, expect, test } from "vitest";
import { insertRunNote } from "#db/queries/attempts.ts";
import { ShareInput } from "../../contracts/reports/report.ts";
import { joinWorker } from "../testing.ts";
import { codeOf } from "../testing.ts";
import { textAnonymiser } from "./anonymise/anonymise-text.ts";
import { anonymiseTree } from "./anonymise/anonymise-tree.ts";
import { h } from "./html/element.ts";
import { printTree } from "./html/print-tree.ts";
import { openShare } from "./open-share.ts";
import { createShareLink, listShareLinks, revokeShareLink } from "./share-links.ts";
import { publish, reportWorld, write, type ReportWorld } from "./testing.ts";

const DAY = 86_400_000;

function shared(more: Partial<ShareInput> = {}, markdown?: string) {
  const world = reportWorld();
  const number = `{{number metric: eval/rr_at_5; experiment: ${world.experimentId}; config: baseline}}`;
  const id = publish(world, markdown ?? `We measure ${number}.`, "A secret claim");
  const created = createShareLink(world.ctx, ShareInput.parse({ id, ...more }));
  return { world, id, link: created.link, token: created.path.slice("/share/".length) };
}

const open = (world: ReportWorld, token: string) => openShare(world.ctx, token, true);

function htmlOf(world: ReportWorld, token: string): string {
  const opened = open(world, token);
  if (!opened.ok) throw new Error(opened.claim);
  return opened.html;
}

describe("a share link", () => {
  test("opens the published report with its numbers, counts who came, and keeps only the hash of its token", () => {
    const { world, id, token } = shared();
    expect(token).toMatch(/^abl_sh_[0-9a-hjkmnp-tv-z]{26}$/);
    const html = htmlOf(world, token);
    expect(html).toContain("A secret claim");
    expect(html).toContain("58\u202f%");
    htmlOf(world, token);
    expect(listShareLinks(world.ctx, id)[0]).toMatchObject({
      opened: 2,
      state: "open",
      lastOpenedAt: world.clock.now,
    });
    expect(openShare(world.ctx, token, false).ok).toBe(true);
    expect(listShareLinks(world.ctx, id)[0].opened).toBe(2);
    const stored = JSON.stringify(world.ctx.db.$client.prepare("select * from share_links").all());
    expect(stored).not.toContain(token);
  });

  test("shows what was published, whatever is written or measured since", () => {
    const { world, id, token } = shared();
    const before = htmlOf(world, token);
    world.ctx.db.$client.prepare("update evaluation_rows set solved = 0").run();
    world.ctx.db.$client
      .prepare("update reports set markdown = 'changed', title = 'changed' where id = ?")
      .run(id);
    expect(htmlOf(world, token)).toBe(before);
  });

  test("is refused before anything is published", () => {
    const world = reportWorld();
    expect(codeOf(() => createShareLink(world.ctx, ShareInput.parse({ id: write(world, "x") }))).code).toBe(
      "conflict",
    );
  });

  test.each([
    ["a wrong one", () => "0".repeat(26), 404, "opens nothing here"],
    ["half of one", (s: ReturnType<typeof shared>) => s.token.slice(0, 13), 404, "opens nothing here"],
    ["none", () => "", 404, "opens nothing here"],
    ["a long one", () => "x".repeat(5000), 404, "opens nothing here"],
    ["with a path behind it", (s: ReturnType<typeof shared>) => `${s.token}/x`, 404, "opens nothing here"],
    [
      "a revoked one",
      (s: ReturnType<typeof shared>) => {
        revokeShareLink(s.world.ctx, s.link.id);
        return s.token;
      },
      410,
      "withdrawn",
    ],
    [
      "an expired one",
      (s: ReturnType<typeof shared>) => {
        s.world.clock.now += 7 * DAY;
        return s.token;
      },
      410,
      "ended on",
    ],
  ])("%s gets one sentence that names no report", (_name, tokenOf, status, words) => {
    const s = shared({ expires: "7d" });
    const opened = open(s.world, tokenOf(s));
    expect(opened).toMatchObject({ ok: false, status });
    expect(JSON.stringify(opened)).toContain(words);
    expect(JSON.stringify(opened)).not.toMatch(/secret|claim of|rpt_|pub_/);
  });

  test("lives until the last millisecond, or for ever where it never ends", () => {
    const s = shared({ expires: "1d" });
    s.world.clock.now += DAY - 1;
    expect(open(s.world, s.token).ok).toBe(true);
    const never = shared({ expires: "never" });
    never.world.clock.now += 1000 * DAY;
    expect(open(never.world, never.token).ok).toBe(true);
  });

  test("revoking one leaves the others open", () => {
    const { world, id, link } = shared();
    const other = createShareLink(world.ctx, ShareInput.parse({ id })).path.slice(7);
    revokeShareLink(world.ctx, link.id);
    expect(open(world, other).ok).toBe(true);
  });
});

/** Things of this server that a stranger must not read; each is planted where a report could pick it up. */
const CANARIES = [
  "canary-host.corp",
  "canary-worker",
  "Canary GPU X100",
  "/home/canary/project",
  "/mnt/canary/data set",
  "C:\\Users\\canary\\run",
  "canary@example.org",
  "git@git.example.org:canary/repo.git",
  "https://github.com/canary/repo",
  "ssh://canary-host.corp/x",
  "10.31.7.9",
  "http://canary-host:8080/x",
  "~/canary/notes",
  "file:///canary/x",
];

describe("an anonymous link", () => {
  function canaryWorld(anonymous: boolean) {
    const world = reportWorld();
    joinWorker(world, {
      identity: "c".repeat(32),
      name: "canary-worker",
      host: "canary-host.corp",
      devices: [{ kind: "gpu", index: 0, name: "Canary GPU X100", uuid: "GPU-canary-uuid", memoryMiB: 1 }],
    });
    const attempt = world.ctx.db.$client.prepare("select id from attempts limit 1").pluck().get() as string;
    insertRunNote(world.ctx.db, {
      attemptId: attempt,
      at: 1,
      level: "info",
      message: "canary-worker said so",
    });
    world.ctx.db.$client.prepare("update runs set name = 'run on canary-worker' where seed = 0").run();
    const prose = CANARIES.map((c) => `Ran on ${c.replaceAll("\\", "\\\\")} today.`).join("\n\n");
    const number = `{{number metric: eval/rr_at_5; experiment: ${world.experimentId}; config: baseline}}`;
    const text = `# canary-worker\n\n${prose}\n\n| canary-worker | b |\n|-|-|\n| x | /home/canary/project |\n\nThe *canary*-worker did [this](https://canary-host.corp/run) and \`/home/canary/project\` at RR@5 of ${number}.\n\n\`\`\`\nssh canary@canary-host.corp\n\`\`\`\n\n\`\`\`ablab metric-chart\nmetric: reward/raw\nruns: ${world.runs[0].id}\n\`\`\``;
    const id = publish(world, text, "Claims of canary-worker");
    const { path } = createShareLink(world.ctx, ShareInput.parse({ id, anonymous }));
    return htmlOf(world, path.slice(7));
  }

  test("says nothing of hosts, paths, people, remotes, workers and devices, in prose, in names of runs and in charts", () => {
    const html = canaryWorld(true);
    expect(html.match(/.{30}canary.{30}/gi) ?? []).toEqual([]);
    expect(html).not.toContain("10.31.7.9");
    expect(html).toContain("(removed)");
    expect(html).toContain("RR@5");
    expect(html).toContain("58\u202f%");
  });

  test("is what takes them out: the same report without it still has them", () => {
    const html = canaryWorld(false);
    expect(html).toContain("canary-worker");
    expect(html).toContain("/home/canary/project");
  });

  test("reads a name that emphasis cuts in two", () => {
    const clean = textAnonymiser([{ text: "secret-box", names: "machine" }]);
    const tree = [h("p", {}, "the ", h("em", {}, "secret"), "-box there")];
    expect(printTree(anonymiseTree(tree, clean))).toBe("<p>the (removed) there</p>");
  });

  test("does not read the cells of a table as one number", () => {
    const row = h(
      "tr",
      {},
      h("td", {}, "24.1"),
      h("td", {}, "28.4"),
      h("td", {}, "0.213"),
      h("td", {}, "3.1"),
    );
    expect(anonymiseTree([row], textAnonymiser([]))).toEqual([row]);
  });

  test.each([
    "RR@5 of 88.6 at eval/rr_at_5",
    "da.root and da.iis_set",
    "and/or, 3/4, 2026-11-21 16:00 UTC",
    "beta 0.28, version 0.1.0",
    "group/std < 0.2",
    "https://arxiv.org/abs/2402.03300",
  ])("leaves the words of the field alone: %s", (text) => {
    expect(textAnonymiser([{ text: "secret-box", names: "machine" }])(text)).toBe(text);
  });
});
