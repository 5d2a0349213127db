import { connect } from "node:net";

/** What a bare client needs to know of an answer. */
export interface LaneAnswer {
  status: number;
  body: string;
}

/**
 * A keep-alive connection that sends whole requests made beforehand, one at a time. It does next to nothing itself, so
 * that on a shared machine the server's time is measured and not the client's.
 */
export interface HttpLane {
  send(request: Buffer): Promise<LaneAnswer>;
  close(): void;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/** One whole answer in what has arrived, or null while some of it is on its way. */
function parseAnswer(arrived: Buffer): LaneAnswer | null {
  const end = arrived.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = arrived.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer came without its length:\n${head}`);
  const stop = end + HEAD_END.length + Number(length);
  if (arrived.length < stop) return null;
  return { status: Number(head.slice(9, 12)), body: arrived.toString("utf8", end + HEAD_END.length, stop) };
}

/** Connects to the origin of a URL. */
export function openLane(url: URL): Promise<HttpLane> {
  return new Promise((opened, failed) => {
    const socket = connect(Number(url.port), url.hostname);
    let arrived: Buffer = NOTHING;
    let waiting: { resolve: (answer: LaneAnswer) => void; reject: (error: unknown) => void } | null = null;
    const fail = (error: unknown) => {
      waiting?.reject(error);
      waiting = null;
    };
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
      try {
        const answer = parseAnswer(arrived);
        if (!answer) return;
        arrived = NOTHING;
        waiting?.resolve(answer);
        waiting = null;
      } catch (error) {
        fail(error);
      }
    });
    socket.once("error", (error) => {
      failed(error);
      fail(error);
    });
    socket.once("close", () => fail(new Error("The server closed the connection.")));
    socket.once("connect", () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

/** A POST as it goes over the wire. */
export function postRequest(
  url: URL,
  { token, type, body }: { token: string; type: string; body: Buffer },
): Buffer {
  const head = [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    "",
    "",
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), body]);
}
