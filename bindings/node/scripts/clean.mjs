// A fresh dist/, and the licences of the repository beside it, where npm packs them.
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${here}dist`, { recursive: true, force: true });
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(`${here}../../${name}`, `${here}${name}`);
}
