import { describe, expect, test } from "vitest";
import { request } from "../testing.ts";
import { FILES, world } from "./testing.ts";

describe("files", () => {
  test("are kept by their path, listed by folder and read back", async () => {
    const { start, send, run } = world();
    const id = await start();
    await send("PUT", `${FILES}/0/${id}/artifacts/sub/a%20b.txt`, "hello", { "content-type": "text/plain" });
    await send("PUT", `${FILES}/0/${id}/artifacts/top.json`, '{"a":1}');
    expect([...run(id).files.keys()]).toEqual(["sub/a b.txt", "top.json"]);
    const listed = async (folder: string) =>
      JSON.parse(String((await send("GET", `${FILES}?path=0/${id}/artifacts${folder}`)).body)) as unknown;
    expect(await listed("")).toEqual({
      files: [
        { path: "sub", is_dir: true },
        { path: "top.json", is_dir: false, file_size: 7 },
      ],
    });
    expect(await listed("/sub")).toEqual({ files: [{ path: "a b.txt", is_dir: false, file_size: 5 }] });
    expect(String((await send("GET", `${FILES}/0/${id}/artifacts/sub/a%20b.txt`)).body)).toBe("hello");
    expect((await send("GET", `${FILES}/0/${id}/artifacts/none`)).status).toBe(404);
  });

  test("that are tables of completions are read as such too", async () => {
    const { start, send, run } = world();
    const id = await start();
    const table =
      '{"columns":["prompt","completion","reward","step"],"data":[["1+1","2",1.0,3],["1+1","3",NaN,3]]}';
    for (const _ of [1, 2]) await send("PUT", `${FILES}/0/${id}/artifacts/tab.json`, table);
    expect([...run(id).rollouts.values()].map(({ step, place, reward }) => [step, place, reward])).toEqual([
      [3, 0, 1],
      [3, 1, null],
    ]);
  });

  test("over the limit are said and do not end a training", async () => {
    const { adapter, verbs, start, run } = world();
    const id = await start();
    const answer = adapter.takeOversized!(request("PUT", `${FILES}/0/${id}/artifacts/model.bin`), verbs);
    expect(answer.status).toBe(200);
    expect(run(id).notes[0].message).toBe('The file "model.bin" is larger than 64 MiB and was not kept.');
  });
});
