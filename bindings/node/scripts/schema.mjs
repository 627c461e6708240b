// wire/schema -> src/schema.ts: `node scripts/schema.mjs` writes the file, a test holds the two together.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = new URL("../../../wire/schema/", import.meta.url);
export const TARGET = new URL("../src/schema.ts", import.meta.url);

const BANNER = `// Written by scripts/schema.mjs from wire/schema: change the records there, then run \`npm run generate\`.

/** An unsigned 64-bit id as its decimal digits. */
export type Id = string;

/** An unsigned 64-bit id: its decimal digits, a bigint, or a number as long as it is exact. */
export type IdInput = string | number | bigint;
`;

/** The text of src/schema.ts. */
export async function generate() {
  const definitions = {};
  for (const file of readdirSync(SCHEMAS).sort()) {
    const { $defs = {} } = JSON.parse(readFileSync(new URL(file, SCHEMAS), "utf8"));
    for (const [name, schema] of Object.entries($defs)) {
      const adapted = adapt(schema, file.endsWith(".request.json"));
      if (name in definitions && JSON.stringify(definitions[name]) !== JSON.stringify(adapted)) {
        throw new Error(`${name} is one record in a request, another in a response (${file}): give one its own name`);
      }
      definitions[name] = adapted;
    }
  }
  const names = Object.keys(definitions).sort();
  const schema = { type: "object", $defs: Object.fromEntries(names.map((name) => [name, definitions[name]])) };
  const code = await compile(schema, "Unused", {
    additionalProperties: false,
    bannerComment: BANNER,
    style: { printWidth: 120 },
    unreachableDefinitions: true,
  });
  return tidy(code);
}

/** A schema in the words that the generator knows. */
function adapt(schema, request) {
  if (Array.isArray(schema)) return schema.map((item) => adapt(item, request));
  if (typeof schema !== "object" || schema === null) return schema;
  if (schema.description?.startsWith("An unsigned 64-bit id")) return { tsType: request ? "IdInput" : "Id" };
  if (Object.keys(schema).every((key) => key === "default" || key === "description")) {
    return { ...schema, tsType: "unknown" };
  }
  if (schema.type === "object" && !schema.properties && !schema.additionalProperties) {
    // In a request `object`: a value whose type is an interface has no index signature.
    return { description: schema.description, tsType: request ? "object" : "Record<string, unknown>" };
  }
  if (schema.type === "object" && Object.keys(schema.properties ?? { some: 1 }).length === 0) {
    // An interface without fields would take anything, such as options in the request's place.
    return { description: schema.description, tsType: "Record<string, never>" };
  }
  if (schema.prefixItems) return { ...schema, prefixItems: undefined, items: adapt(schema.prefixItems, request) };
  const adapted = {};
  for (const [key, value] of Object.entries(schema)) adapted[key] = adapt(value, request);
  // Docstrings are indented as they stand in Python.
  if (typeof schema.description === "string") adapted.description = schema.description.trim().replace(/\n */g, "\n");
  for (const [name, field] of Object.entries(adapted.properties ?? {})) {
    if (!schema.required.includes(name)) adapted.properties[name] = adaptOptional(field, request);
  }
  return adapted;
}

/** A field that may be missing: a request may also say null, an answer leaves it out. */
function adaptOptional({ default: value, description, anyOf, $ref, ...field }, request) {
  const options = request ? anyOf : anyOf?.filter((option) => option.type !== "null");
  const unless = value === null ? "" : `${request ? "Default" : "Absent:"} ${JSON.stringify(value)}.`;
  return {
    ...field,
    // A reference alone may carry no description of its own.
    ...(options || $ref ? { anyOf: options ?? [{ $ref }] } : {}),
    description: [description, unless].filter(Boolean).join(" "),
  };
}

/** The generator's text without its remarks, one-line comments in one line. */
function tidy(code) {
  return code
    .replace(/export interface Unused \{\}\n/, "")
    .replace(/(?:\n *\*)?\n *\* This interface was referenced by[^\n]*\n *\* via the `definition`[^\n]*/g, "")
    .replace(/\/\*\*\n *\* ([^\n]*)\n *\*\//g, "/** $1 */")
    .replace(/\{\n *\[k: string\]: (\w+);\n *\}/g, "Record<string, $1>")
    .replace(/([;}])\n(?=\/\*\*|export)/g, "$1\n\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TARGET, await generate());
}
