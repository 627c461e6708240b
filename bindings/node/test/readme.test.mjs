// The README's examples are run as they stand; what they print stands below them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");

for (const [, code, printed] of readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)) {
  test(`The README's example prints ${JSON.stringify(printed.split("\n", 1)[0])} and so on.`, async () => {
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: root });
    assert.equal(stdout, printed);
  });
}

test("Every example in JavaScript shows what it prints.", () => {
  const examples = readme.match(/^```js$/gm).length;
  assert.equal(readme.match(/^```text$/gm).length, examples);
});

test("The README's TypeScript compiles.", async () => {
  const folder = mkdtempSync(`${root}test/.readme-`);
  try {
    for (const [index, [, code]] of [...readme.matchAll(/```ts\n(.*?)```/gs)].entries()) {
      writeFileSync(`${folder}/example${index}.mts`, code);
    }
    writeFileSync(`${folder}/tsconfig.json`, '{"extends": "../tsconfig.json", "include": ["*.mts"]}');
    await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", folder]).catch((error) => {
      assert.fail(error.stdout);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
