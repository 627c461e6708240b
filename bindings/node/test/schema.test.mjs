import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generate, TARGET } from "../scripts/schema.mjs";

test("src/schema.ts is what wire/schema says; if not, run `npm run generate`.", async () => {
  assert.equal(readFileSync(TARGET, "utf8"), await generate());
});
