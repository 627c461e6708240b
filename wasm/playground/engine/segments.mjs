// A segment of a transcript -> whose it is and what it is, in words.

/** @typedef {import("../types").Segment} Segment */

/** @type {Record<Segment["kind"], string>} */
const KINDS = {
  body: "",
  code: "code",
  log: "log",
  base64: "base64",
  reasoning: "reasoning",
  tool_call: "call",
  tool_result: "result",
  media: "media",
  compaction: "summary",
  meta: "the provider's own",
};

/** @param {Segment} segment */
export function whoOf({ kind, role, side, tool }) {
  // A provider may have the user say what a tool answered.
  const answers = kind === "tool_result" || (tool && kind !== "tool_call");
  return [side && "side", answers ? "tool" : (role ?? "text")].filter(Boolean).join(" ");
}

/** @param {Segment} segment */
export function whatOf({ kind, tool, is_error, dangling }) {
  const what = [KINDS[kind], tool && `of ${tool}`].filter(Boolean).join(" ");
  const without = kind === "tool_call" ? "without a result" : "without a call";
  return [what, is_error && "failed", dangling && without].filter(Boolean).join(", ");
}
