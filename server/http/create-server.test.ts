import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createPatientServer } from "./serve.ts";

/** What a server said until it closed a connection on which this much was sent, and then nothing. */
async function heardAfter(sent: string): Promise<string> {
  const server = createPatientServer((_request, response) => response.end("ok"), {
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
