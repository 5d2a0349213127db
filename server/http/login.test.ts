import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceContext } from "../services/context.ts";
import { createLoginCodes, handleLogin } from "./login.ts";

/** What a browser is told at an address of a bench that has given out no link. */
async function told(path: string) {
  const codes = createLoginCodes(() => 0);
  // Nobody is let in here, so no session is ever opened.
  const server = createServer((request, response) =>
    handleLogin(request, response, codes, {} as ServiceContext, "ablab"),
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return { status: answer.status, text: await answer.text() };
}

test("who comes without a link is told to log in with one, and who comes with an old one that it is old", async () => {
  const without = await told("/login");
  expect(without.status).toBe(401);
  expect(without.text).toContain("Log in with a link.");
  expect(without.text).not.toContain("used before");
  const old = await told("/login?t=old");
  expect(old.status).toBe(401);
  expect(old.text).toContain("was used before");
});
