import { expect, test } from "vitest";
import { readAllowed } from "./address.ts";
import { postMessage, type Resolve } from "./post.ts";
import { LOCAL, receiver, status } from "./testing.ts";

const send = (url: string, more: Partial<Parameters<typeof postMessage>[3]> = {}) =>
  postMessage(url, { "webhook-id": "x" }, "{}", { allowed: [], ...more });

test("an address of this machine gets no connection unless it is allowed", async () => {
  const { got, port, url } = await receiver();
  for (const form of [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "[::ffff:127.0.0.1]",
    "localhost",
    "localhost.",
  ])
    expect(await send(`http://${form}:${port}/`)).toMatchObject({
      kind: "failed",
      again: false,
      message: expect.stringMatching(/npx ablab start --allow-webhook /) as string,
    });
  expect(got).toHaveLength(0);
  expect(await send(url, { allowed: LOCAL })).toEqual({ kind: "arrived", status: 204 });
  expect(got).toHaveLength(1);
});

test("a refusal has the whole command, and what that allows is what was refused", async () => {
  const { port, url } = await receiver();
  const said = await send(url);
  const [, told] =
    /npx ablab start --allow-webhook (\S+)$/.exec(said.kind === "failed" ? said.message : "") ?? [];
  expect(told).toBe(`127.0.0.1:${port}`);
  expect(await send(url, { allowed: [readAllowed(told)] })).toEqual({ kind: "arrived", status: 204 });
});

test("a name that leads here, or here among others, gets none either", async () => {
  const { got, port } = await receiver();
  const leading =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
  for (const resolve of [
    leading("127.0.0.1"),
    leading("1.1.1.1", "127.0.0.1"),
    leading("::1"),
    leading("10.0.0.1"),
  ])
    expect(await send(`http://evil.example:${port}/`, { resolve })).toMatchObject({
      kind: "failed",
      again: false,
    });
  expect(got).toHaveLength(0);
});

test("a name is resolved once, and what it leads to a moment later is not asked", async () => {
  const { got, port } = await receiver();
  let asked = 0;
  // The second answer would be another machine: the connection goes to the one that was looked at.
  const resolve: Resolve = () => {
    asked += 1;
    return Promise.resolve([{ address: asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
  };
  expect(
    await send(`http://chat.lab:${port}/`, { resolve, allowed: [readAllowed("chat.lab")] }),
  ).toMatchObject({
    kind: "arrived",
  });
  expect(asked).toBe(1);
  expect(got[0].headers.host).toBe(`chat.lab:${port}`);
});

test("a redirect is not followed, and says so", async () => {
  const inner = await receiver();
  const { url } = await receiver(status(302, { location: inner.url }));
  expect(await send(url, { allowed: LOCAL })).toMatchObject({
    kind: "failed",
    message: "It answered 302, a way to another address, which is not followed.",
  });
  expect(inner.got).toHaveLength(0);
});

test("an answer without an end is cut: its status is all that counts", async () => {
  const { url } = await receiver((response) => {
    response.writeHead(200);
    const fill = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on("drain", fill);
    fill();
  });
  expect(await send(url, { allowed: LOCAL })).toEqual({ kind: "arrived", status: 200 });
});

test("who never answers is not waited for", async () => {
  const { url } = await receiver(() => {});
  expect(await send(url, { allowed: LOCAL, timeoutMs: 50 })).toMatchObject({
    kind: "failed",
    again: true,
    message: expect.stringMatching(/did not answer within/) as string,
  });
});
