import * as fc from "fast-check";
import { expect, test } from "vitest";
import { eventFileTail, maskedCrc32c } from "./event-file.ts";
import { mediaOfValue } from "./event-media.ts";

/** A field of bytes; all lengths here are below 2^14. */
function field(number: number, bytes: Uint8Array | string): Buffer {
  const body = Buffer.from(bytes);
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), body]);
}
const double = (number: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([Buffer.from([number * 8 + 1]), bytes]);
};
const doubles = (...values: number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts);

const PNG = Buffer.from("\x89PNG\r\n", "latin1");
const histo = (limits: number[], counts: number[]): Buffer =>
  join(double(1, -1), double(2, 3), field(6, doubles(...limits)), field(7, doubles(...counts)));
const plugin = (name: string): Buffer => field(9, field(1, field(1, name)));

/** A record of one event with one value. */
function eventFile(value: Buffer): Buffer {
  const event = join(double(1, 1_763_712_485.5), Buffer.from([2 * 8, 7]), field(5, field(1, value)));
  const head = Buffer.alloc(12);
  head.writeUInt32LE(event.length);
  head.writeUInt32LE(maskedCrc32c(head.subarray(0, 8)), 8);
  const foot = Buffer.alloc(4);
  foot.writeUInt32LE(maskedCrc32c(event));
  return join(head, event, foot);
}

test("a histogram is read from its protobuf and from a tensor, without the empty bins at its ends", () => {
  const proto = field(5, histo([-2, 0, 2, Number.MAX_VALUE], [0, 4, 0, 2]));
  expect(mediaOfValue(proto)).toMatchObject([{ kind: "histogram", edges: [-2, 0, 2, 3], counts: [4, 0, 2] }]);
  const rows = doubles(-1, 0, 4, 0, 3, 2);
  for (const content of [field(4, rows), field(6, rows)])
    expect(mediaOfValue(join(field(8, content), plugin("histograms")))).toMatchObject([
      { kind: "histogram", edges: [-1, 0, 3], counts: [4, 2] },
    ]);
});

test("pictures and sounds are read with their bytes", () => {
  expect(mediaOfValue(field(4, field(4, PNG)))).toMatchObject([{ kind: "image", bytes: PNG, ending: "png" }]);
  const texts = join(...["8", "8"].map((size) => field(8, size)), field(8, PNG), field(8, PNG));
  expect(mediaOfValue(join(field(8, texts), plugin("images")))).toHaveLength(2);
  expect(mediaOfValue(field(6, field(4, "RIFF")))).toMatchObject([{ kind: "audio", ending: "wav" }]);
  expect(mediaOfValue(join(field(8, field(4, doubles(1, 2))), plugin("pr_curves")))).toEqual([]);
});

test("an event with a medium tells its key, step and time, and one of another kind is named", () => {
  const { told } = eventFileTail("events", "train/").take(
    eventFile(join(field(1, "pic"), field(4, field(4, PNG)))),
  );
  expect(told.media).toMatchObject([
    { key: "train/pic", step: 7, at: 1_763_712_485_500, place: 0, bytes: new Uint8Array(PNG) },
  ]);
  expect(told.media[0].path).toMatch(/^media\/image\/train_pic_7_0_[0-9a-f]+\.png$/);
  expect([told.history, told.notes.size]).toEqual([[], 1]);
  const other = join(field(1, "curve"), field(8, field(4, doubles(1, 2))), plugin("pr_curves"));
  const left = eventFileTail("events", "").take(eventFile(other)).told;
  expect([left.media, [...left.notes.values()].join()]).toEqual([[], expect.stringContaining('"curve"')]);
});

test("whatever bytes a value has, it is read or not, and throws nothing", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(4, 5, 6, 8), (bytes, number) => {
      for (const { edges = [0], counts = [] } of mediaOfValue(field(number, bytes)))
        expect(edges).toHaveLength(counts.length + 1);
    }),
  );
});
