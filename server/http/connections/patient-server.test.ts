import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { GateDecision } from "../gate.ts";
import { createPatientServer } from "./patient-server.ts";

/** Refuses who says that they are evil. */
const judge = ({ headers }: IncomingMessage): GateDecision =>
  headers.host === "evil"
    ? { kind: "refuse", status: 421, error: "host", message: "" }
    : { kind: "allow", scope: null };

/** What a server said until it closed a connection on which this much was sent, and then nothing. */
async function heardAfter(sent: string): Promise<string> {
  const server = createPatientServer((_request, response) => response.end("ok"), judge, {
    headersMs: 100,
    requestMs: 200,
    lookMs: 20,
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (piece) => (heard += piece.toString()));
  socket.write(sent);
  await new Promise((resolve) => socket.on("close", resolve));
  return heard;
}

test.each([
  ["nothing", "", "408"],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "408"],
  ["a body that never comes", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1", "200"],
])("a connection with %s is closed", async (_what, sent, status) => {
  expect((await heardAfter(sent)).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test.each([
  ["an upgrade", "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "426", "421"],
  [
    "an expectation",
    "Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab",
    "100",
    "200",
  ],
])("%s is answered by the gate, and by nobody before it", async (_what, rest, ours, foreign) => {
  const heard = await Promise.all(
    ["good", "evil"].map((host) => heardAfter(`POST / HTTP/1.1\r\nHost: ${host}\r\n${rest}`)),
  );
  expect(heard.map((text) => text.slice(9, 12))).toEqual([ours, foreign]);
});
