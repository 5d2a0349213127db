import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { GateDecision } from "../gate.ts";
import { createNextUpgrades } from "./next-upgrades.ts";
import { createPatientServer } from "./patient-server.ts";

const ASKED = "GET /_next/hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";

/** What a client hears on an upgrade, and the paths of those that Next was handed. */
async function upgraded(decision: GateDecision, { dev = true, hasListener = true } = {}) {
  const upgrades = createNextUpgrades();
  const handed: string[] = [];
  if (hasListener)
    upgrades.server.on("upgrade", ({ url = "", headers }, socket) => {
      handed.push(`${url} ${headers.origin ?? "without origin"}`);
      socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    });
  const server = createPatientServer(
    (_request, response) => response.end(),
    () => decision,
    undefined,
    dev ? upgrades.take : null,
  );
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (piece) => {
    heard += piece.toString();
    if (heard.includes("101")) upgrades.close();
  });
  socket.on("error", () => {});
  socket.write(`${ASKED}Origin: http://x\r\n\r\n`);
  await new Promise((resolve) => socket.on("close", resolve));
  return { status: heard.slice(9, 12), handed };
}

const allow: GateDecision = { kind: "allow", scope: null };

test("an upgrade that the gate allows is handed on, judged as it is, and ends with the server", async () => {
  expect(await upgraded(allow)).toEqual({ status: "101", handed: ["/_next/hmr without origin"] });
});

test.each([
  ["refused", { kind: "refuse", status: 403, error: "origin", message: "" } as const, {}, "403"],
  ["allowed where none is taken", allow, { dev: false }, "426"],
  ["allowed before anybody listens", allow, { hasListener: false }, ""],
])("an upgrade that is %s is handed to nobody", async (_what, decision, asked, status) => {
  expect(await upgraded(decision, asked)).toEqual({ status, handed: [] });
});

test("the server that Next is given never listens", () => {
  const { server } = createNextUpgrades();
  expect([server.listening, server.address()]).toEqual([false, null]);
  expect(server).toBeInstanceOf(createServer().constructor);
});
