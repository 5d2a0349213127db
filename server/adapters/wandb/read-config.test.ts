import { array, assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { readConfig, writeConfig } from "./read-config.ts";

const readBack = (text: string): unknown => JSON.parse(writeConfig(readConfig(text).config));

test("a configuration is read back as it was sent, nested by its dots", () => {
  const sent = { lr: { value: 0.1 }, model: { value: { name: "tiny", layers: [1, 2], none: null } } };
  expect(readBack(JSON.stringify(sent))).toEqual(sent);
});

test("a value that is named again as a folder gives way to it", () => {
  expect(readBack('{"a":{"value":1},"a.b":{"value":2}}')).toEqual({ a: { value: { b: 2 } } });
  expect(readBack('{"a":{"value":{}},"a.b":{"value":2}}')).toEqual({ a: { value: { b: 2 } } });
});

const NAMES = ["__proto__", "constructor", "prototype", "toString", "a"];

test("no name of a configuration leads out of it, to what every object of this process has", () => {
  const before = Reflect.ownKeys(Object.prototype);
  const path = array(constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
  const leaf = constantFrom<unknown>("x", 1, {}, [], null);
  /** As a client may send it: the path in the name, or as objects within each other. */
  const entry = tuple(path, path, leaf).map(([outer, inner, value]) => {
    const nested = inner.reduceRight(
      (below, name) => `{${JSON.stringify(name)}:${below}}`,
      JSON.stringify(value),
    );
    return `${JSON.stringify([...outer, "x"].join("."))}:{"value":${nested}}`;
  });
  assert(
    property(array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
      readBack(`{${entries.join(",")}}`);
      expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
      expect(Reflect.ownKeys(Object)).not.toContain("x");
    }),
  );
  expect(readBack('{"__proto__.upgrade":{"value":"x"}}')).toEqual(
    JSON.parse('{"__proto__":{"value":{"upgrade":"x"}}}'),
  );
});

test("a configuration that is nested thousands of levels deep is kept with a note in its place, beside all else", () => {
  const deep = 50_000;
  const objects = '{"a":'.repeat(deep) + "1" + "}".repeat(deep);
  const lists = "[".repeat(deep) + "]".repeat(deep);
  const note = "(left out: more than 200 levels deep)";
  const sent = `{"lr":{"value":0.1},"o":{"value":${objects}},"l":{"value":${lists}}}`;
  const { config } = readConfig(sent);
  expect(config).toMatchObject({ lr: 0.1, l: note });
  expect(Object.values(config)).toEqual([0.1, note, note]);
  expect(readBack(sent)).toMatchObject({ lr: { value: 0.1 }, l: { value: note } });
  // As text, or as a name with as many dots, it leads no deeper either.
  expect(readBack(JSON.stringify({ t: { value: lists } }))).toEqual({ t: { value: lists } });
  expect(() => readBack(JSON.stringify({ ["a.".repeat(deep)]: { value: 1 } }))).not.toThrow();
});
