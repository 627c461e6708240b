// What a user set -> the request on the wire.

/**
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("../types").FragmentSettings} FragmentSettings
 * @typedef {import("../types").Flat} Flat
 */

/** The key of the text that is a transcript. */
export const TRANSCRIPT = "transcript";

/**
 * @param {Settings} settings
 * @param {(key: string) => string} textOf
 * @returns {{method: "compile" | "compile_transcript", request: Record<string, unknown>}}
 */
export function buildRequest(settings, textOf) {
  const { query, budget, model, policy, segmentation, fragments } = settings;
  const shared = {
    token_budget: budget, // null, too: then the compiler says what is missing, at its path
    target_model: model || undefined,
    policy: nested(policy),
  };
  if (settings.mode === "transcript") {
    const request = { query, transcript: textOf(TRANSCRIPT), ...shared, segmentation: nested(segmentation) };
    return { method: "compile_transcript", request };
  }
  return {
    method: "compile",
    request: { query, fragments: fragments.map((each) => onWire(each, textOf(each.key))), ...shared },
  };
}

/**
 * @param {FragmentSettings} fragment
 * @param {string} content
 */
function onWire({ kind, priority, pinned, verbatim, cache, group }, content) {
  const marks = { verbatim: verbatim || undefined, cache: cache || undefined };
  return {
    content,
    kind: kind || undefined,
    priority: priority ?? undefined,
    metadata: verbatim || cache ? marks : undefined,
    group: group || undefined,
    pinned: pinned || undefined,
  };
}

/**
 * `{"recency.turns": 2}` -> `{"recency": {"turns": 2}}`, or nothing for nothing.
 * @param {Flat} flat
 * @returns {Record<string, unknown> | undefined}
 */
export function nested(flat) {
  /** @type {Record<string, any>} */
  const whole = Object.create(null); // a link may name anything, `__proto__` too
  for (const [path, value] of Object.entries(flat)) {
    const [name, inner] = path.split(".");
    if (inner === undefined) whole[name] = value;
    else (whole[name] ??= {})[inner] = value;
  }
  return Object.keys(whole).length > 0 ? whole : undefined;
}
