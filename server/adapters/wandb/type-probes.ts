import { isInputObjectType, isObjectType } from "graphql";
import { ABSENT, SCHEMA } from "./schema.ts";

/** How the client's probes name what `typeInfo` answers. */
export const PROBED_TYPES: Readonly<Record<string, string>> = {
  __Type: "TypeInfo",
  __Field: "TypeField",
  __InputValue: "TypeInput",
};

interface TypeInfo {
  name: string;
  kind: string;
  fields: { name: string; args: { name: string }[] }[] | null;
  inputFields: { name: string }[] | null;
}

const OWN_FIELDS = new Set([ABSENT, "typeInfo"]);
const OWN_TYPES = new Set(Object.values(PROBED_TYPES));
const named = ({ name }: { name: string }) => ({ name });

/** What a client is told of each type, made once: clients before 0.29 compare names of fields with it. */
const TYPES: ReadonlyMap<string, TypeInfo> = new Map(
  Object.values(SCHEMA.getTypeMap())
    .filter(({ name }) => !name.startsWith("__") && !OWN_TYPES.has(name))
    .flatMap((type): [string, TypeInfo][] => {
      if (isInputObjectType(type)) {
        const inputFields = Object.values(type.getFields()).map(named);
        return [[type.name, { name: type.name, kind: "INPUT_OBJECT", fields: null, inputFields }]];
      }
      if (!isObjectType(type)) return [];
      const fields = Object.values(type.getFields())
        .filter(({ name }) => !OWN_FIELDS.has(name))
        .map(({ name, args }) => ({ name, args: args.map(named) }));
      return [[type.name, { name: type.name, kind: "OBJECT", fields, inputFields: null }]];
    }),
);

/** The fields of a type as the client probes them; null for one that is not known here. */
export const typeInfoOf = (name: unknown): TypeInfo | null => TYPES.get(String(name)) ?? null;

/** The most fields that a probe lists. */
export const MOST_TYPE_FIELDS = Math.max(
  ...[...TYPES.values()].map(({ fields, inputFields }) => (fields ?? inputFields ?? []).length),
);
