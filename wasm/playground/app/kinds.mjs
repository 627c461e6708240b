// A file's name -> the kind of its fragment; a text -> whether it looks like a transcript.

const CODE = new Set(
  (
    "ada adb ads asm awk bash bat c cc cjs clj cljs cmake cmd coffee cpp cr cs csh css cu cuh cxx d dart diff el elm erl ex " +
    "exs f f90 fish fs fsx glsl go gradle graphql groovy h hcl hh hlsl hpp hrl hs html hxx inl java jl js jsx kt kts less " +
    "lisp lua m mjs ml mli mm nim nix pas patch php pl pm proto ps1 psm1 pxd py pyi pyx r rb rkt rs s sass scala scm scss " +
    "sh sol sql sv svelte swift tcl tf thrift ts tsx v vb vhd vhdl vim vue wat xsl xslt zig zsh"
  ).split(" "),
);
const CODE_NAMES = new Set([
  "cmakelists.txt",
  "dockerfile",
  "gnumakefile",
  "jenkinsfile",
  "justfile",
  "makefile",
  "rakefile",
]);
const LOG = /.\.log(?:[.-]\d+)*$/i;
const ROLE = /^(?:System|User|Human|Assistant|AI|Tool):|^### (?:User|Assistant)/gm;

/** @param {string} name */
export function kindOf(name) {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  if (LOG.test(base)) return "log";
  const dot = base.lastIndexOf(".");
  return (dot > 0 && CODE.has(base.slice(dot + 1))) || CODE_NAMES.has(base) ? "code" : "";
}

/** So much of a text is looked at: a session says in its first lines what it is. */
const START = 100_000;

/**
 * Of what may be JSON the compiler is asked.
 * @param {string} text
 * @param {(text: string) => Promise<string | null>} formatOf
 */
export async function looksLikeTranscript(text, formatOf) {
  if (!/^\s*[[{]/.test(text)) return (text.slice(0, START).match(ROLE) ?? []).length >= 2;
  const format = await formatOf(isLines(text) ? text.slice(0, text.lastIndexOf("\n", START) + 1 || text.length) : text);
  return format !== null && format !== "plain";
}

/**
 * Whether the first line is JSON by itself; else all of the text may be.
 * @param {string} text
 */
function isLines(text) {
  try {
    JSON.parse(text.slice(0, text.indexOf("\n") + 1));
    return true;
  } catch {
    return false;
  }
}
