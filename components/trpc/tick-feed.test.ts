import { afterEach, expect, test, vi } from "vitest";
import { type Change, type Tick, topics } from "#server/contracts/live.ts";
import { browserTabs } from "./live.tsx";
import { createTickFeed, type LiveState, type OpenStream, type TickFeed } from "./tick-feed.ts";

const tabNames = { count: 0 };
const open = new Set<TickFeed>();

afterEach(() => {
  for (const feed of open) feed.hide();
  open.clear();
});

/** A server with its ticks, and how many streams it has. */
function makeServer() {
  const ticks: Tick[] = [];
  const streams = new Set<Parameters<OpenStream>[1]>();
  let opened = 0;
  const stream: OpenStream = (after, on) => {
    opened += 1;
    streams.add(on);
    queueMicrotask(() => {
      if (!streams.has(on)) return;
      on.started();
      if (after !== null) ticks.filter(({ id }) => id > after).forEach(on.tick);
    });
    return { unsubscribe: () => void streams.delete(on) };
  };
  return {
    stream,
    count: () => streams.size,
    opened: () => opened,
    tick(name: string) {
      const tick = { id: ticks.length + 1, topics: [name], advanced: {} };
      ticks.push(tick);
      streams.forEach((on) => on.tick(tick));
    },
    /** As after a reconnect that begins too early. */
    resend: () => ticks.forEach((tick) => streams.forEach((on) => on.tick(tick))),
    cut: () => streams.forEach((on) => on.lost()),
    back: () => streams.forEach((on) => on.started()),
  };
}

/** A browser with the real locks and broadcasts of this runtime, under a name of its own. */
function makeBrowser(server: ReturnType<typeof makeServer>) {
  const name = `tabs ${++tabNames.count}`;
  const tabs = browserTabs(name);
  return {
    tab(after: number | null = 0, shared = true) {
      const changes: Change[] = [];
      const states: LiveState["kind"][] = [];
      const feed = createTickFeed({
        open: server.stream,
        tabs: shared ? tabs : null,
        after,
        onState: ({ kind }) => states.push(kind),
        onChange: (change) => changes.push(change),
        now: () => 7,
      });
      open.add(feed);
      feed.show();
      return { ...feed, states, heard: () => changes.flatMap((change) => change.topics) };
    },
  };
}

const settled = (assertion: () => void) => vi.waitFor(assertion, { timeout: 300_000, interval: 5 });

test("many tabs of one browser have one stream, and each is told every tick once", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const all = Array.from({ length: 8 }, () => browser.tab());
  await settled(() => expect(all.map((tab) => tab.states.at(-1))).toEqual(all.map(() => "live")));
  for (const name of ["a", "b", "c"]) server.tick(name);
  server.resend();
  server.tick("d");
  await settled(() => expect(all.map((tab) => tab.heard())).toEqual(all.map(() => ["a", "b", "c", "d"])));
  expect([server.count(), server.opened()]).toEqual([1, 1]);
});

test("when the tab with the stream is hidden another goes on behind what it has heard", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const [first, second, third] = [browser.tab(), browser.tab(), browser.tab()];
  await settled(() => expect(third.states.at(-1)).toBe("live"));
  server.tick("before");
  await settled(() => expect(third.heard()).toEqual(["before"]));
  first.hide();
  server.tick("between");
  await settled(() => expect(server.count()).toBe(1));
  server.tick("after");
  for (const tab of [second, third])
    await settled(() => expect(tab.heard()).toEqual(["before", "between", "after"]));
  expect(first.heard()).toEqual(["before"]);
  expect(first.states.at(-1)).toBe("paused");
  expect(third.states).toEqual(["live"]);
});

test("without a visible tab there is no stream", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const tabs = [browser.tab(), browser.tab()];
  await settled(() => expect(tabs[1].states.at(-1)).toBe("live"));
  tabs.forEach((tab) => tab.hide());
  await settled(() => expect(server.count()).toBe(0));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.count()).toBe(0);
});

test("a tab that is looked at again hears what it missed, from the tab with the stream", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const [, second] = [browser.tab(), browser.tab()];
  await settled(() => expect(second.states.at(-1)).toBe("live"));
  server.tick("a");
  await settled(() => expect(second.heard()).toEqual(["a"]));
  second.hide();
  server.tick("b");
  server.tick("c");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(second.heard()).toEqual(["a"]);
  second.show();
  await settled(() => expect(second.heard()).toEqual(["a", "b", "c"]));
  expect(server.opened()).toBe(1);
});

test("a tab that missed more than is kept takes everything as changed, once", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const first = browser.tab();
  await settled(() => expect(first.states.at(-1)).toBe("live"));
  for (let i = 0; i < 150; i++) server.tick(`t${i}`);
  const late = browser.tab(3);
  await settled(() => expect(late.heard()[0]).toBe(topics.everything));
  await settled(() => expect(late.heard().at(-1)).toBe("t149"));
  expect(late.heard().filter((name) => name === topics.everything)).toHaveLength(1);
});

test("the words for the connection are the same in every tab", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const tabs = [browser.tab(), browser.tab(), browser.tab()];
  await settled(() => tabs.forEach((tab) => expect(tab.states.at(-1)).toBe("live")));
  server.cut();
  await settled(() => tabs.forEach((tab) => expect(tab.states.at(-1)).toBe("lost")));
  const late = browser.tab();
  await settled(() => expect(late.states.at(-1)).toBe("lost"));
  server.back();
  await settled(() => [...tabs, late].forEach((tab) => expect(tab.states.at(-1)).toBe("live")));
});

test("a browser without locks has a stream in every visible tab", async () => {
  const server = makeServer();
  const browser = makeBrowser(server);
  const tabs = [browser.tab(0, false), browser.tab(0, false)];
  await settled(() => expect(server.count()).toBe(2));
  server.tick("a");
  await settled(() => tabs.forEach((tab) => expect(tab.heard()).toEqual(["a"])));
  tabs.forEach((tab) => tab.hide());
  expect(server.count()).toBe(0);
});
