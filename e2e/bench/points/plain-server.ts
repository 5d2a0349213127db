import { createServer } from "node:http";

/** Program of the HTTP ceiling: reads a body and answers, and that is all. */
const ANSWER = JSON.stringify({ ackSeq: 0 });

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
    response.end(ANSWER);
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address !== null ? address.port : 0);
});
process.once("disconnect", () => process.exit(0));
