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

/** @param {string} text */
export function looksLikeTranscript(text) {
  const start = text.slice(0, 20_000);
  if ((start.match(ROLE) ?? []).length >= 2) return true;
  const first = start.slice(0, (start.indexOf("\n") + 1 || start.length + 1) - 1);
  try {
    const message = JSON.parse(first);
    return typeof message?.role === "string" && "content" in message;
  } catch {
    return false;
  }
}
