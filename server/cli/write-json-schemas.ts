import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemas, SCHEMA_DIR } from "./json-schemas.ts";

/** `node server/cli/write-json-schemas.ts`: writes docs/json anew; a schema whose verb is gone goes too. */
const schemas = await jsonSchemas();
mkdirSync(SCHEMA_DIR, { recursive: true });
for (const name of readdirSync(SCHEMA_DIR)) if (!schemas.has(name)) rmSync(join(SCHEMA_DIR, name));
for (const [name, text] of schemas) writeFileSync(join(SCHEMA_DIR, name), text);
console.log(`Wrote ${schemas.size} schemas to ${SCHEMA_DIR}.`);
