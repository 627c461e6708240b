// The policy and the segmentation as tables: a setting is a row. Names are those of the wire, a dot goes into a record.

/**
 * @typedef {object} Field
 * @property {string} path
 * @property {string} label
 * @property {"flag" | "count" | "share" | "choice" | "lines" | "rules" | "text"} form
 * @property {boolean} [on] what a flag is when it is unset
 * @property {[value: string, label: string][]} [choices]
 * @property {string} [unset] what an empty field stands for
 */

/** @type {Field[]} */
export const POLICY = [
  { path: "response_reserve_tokens", label: "Reserve for the answer, in tokens", form: "count", unset: "0" },
  {
    path: "truncate",
    label: "What is kept of a text that is cut",
    form: "choice",
    choices: [
      ["", "auto: the end of logs, else the start"],
      ["head", "the start"],
      ["tail", "the end"],
      ["both", "start and end"],
    ],
  },
  {
    path: "estimator",
    label: "Tokens are counted by",
    form: "choice",
    choices: [
      ["", "calibrated: close, for the model"],
      ["o200k", "o200k: exact for GPT-4o and later"],
      ["cl100k", "cl100k: exact for GPT-4"],
      ["heuristic", "heuristic: by kinds of characters"],
      ["bytes4", "bytes4: four bytes a token"],
    ],
  },
  {
    path: "relevance",
    label: "Relevance to the query",
    form: "choice",
    choices: [
      ["", "overlap: its share of the words"],
      ["bm25", "bm25: rare words count more"],
    ],
  },
  { path: "largest_share", label: "At most this part of the budget for one, at first", form: "share", unset: "1" },
  { path: "recency.turns", label: "Recent turns first", form: "count", unset: "0" },
  { path: "recency.ramp", label: "Less for each turn before them", form: "share", unset: "0" },
  { path: "chunk.max_chunk_bytes", label: "Chunks, in bytes", form: "count", unset: "2048" },
  {
    path: "chunk.boundary",
    label: "Chunks end at",
    form: "choice",
    choices: [
      ["", "paragraphs"],
      ["sentence", "sentences"],
      ["fixed", "any place"],
    ],
  },
  { path: "elision_marks", label: "Mark what is cut, with its handle", form: "flag", on: false },
  { path: "near_dup_threshold", label: "Drop what is as alike as this, 0 to 1", form: "share", unset: "none" },
  { path: "near_dup_dedup", label: "Drop what differs only in case and white space", form: "flag", on: true },
  { path: "normalize_log_timestamps", label: "Ignore times when log lines are compared", form: "flag", on: false },
  {
    path: "constraint_markers",
    label: "Phrases that mark a prohibition, one a line",
    form: "lines",
    unset: "under no circumstances",
  },
  { path: "disabled_rules", label: "Rules", form: "rules" },
];

/** Of the policy, but without effect where nothing is stored or sent, or where nothing would be left to show. */
export const LEFT_OUT = [
  "chunk.overlap_bytes",
  "event_ttl_seconds",
  "ids_as_strings",
  "importance",
  "prefix_saving",
  "prefix_target",
  "pricing",
  "record_events",
  "slim_response",
  "source_ttl_seconds",
  "store_sources",
];

/** @type {[value: string, label: string][]} */
export const FORMATS = [
  ["claude_code", "Claude Code"],
  ["codex", "Codex"],
  ["gemini_cli", "Gemini CLI"],
  ["openai", "OpenAI chat"],
  ["openai_responses", "OpenAI Responses"],
  ["anthropic", "Anthropic messages"],
  ["gemini", "Gemini contents"],
  ["langchain", "LangChain"],
  ["jsonl", "JSON lines"],
  ["plain", "plain text"],
];

/** @type {Field[]} */
export const SEGMENTATION = [
  {
    path: "format",
    label: "Format",
    form: "choice",
    choices: [["", "detect"], ...FORMATS],
  },
  { path: "min_segment_bytes", label: "Merge below, in bytes", form: "count", unset: "256" },
  { path: "cache_system_turn", label: "Cache a leading system turn", form: "flag", on: true },
];

/** @type {Field[]} */
export const FORMAT_POLICY = [
  {
    path: "preset",
    label: "For",
    form: "choice",
    choices: [
      ["", "nobody in particular"],
      ["claude", "Claude: SML, in groups"],
      ["gpt4", "GPT: Markdown"],
      ["gemini", "Gemini: Markdown"],
      ["local_small", "a small local model: plain text"],
      ["json_api", "a program: JSON"],
    ],
  },
  {
    path: "format",
    label: "Format",
    form: "choice",
    choices: [
      ["", "the preset's, else plain text"],
      ["sml", "SML"],
      ["toon", "TOON"],
      ["markdown", "Markdown"],
      ["plaintext", "plain text"],
      ["json", "JSON"],
    ],
  },
  { path: "token_budget", label: "Budget, in tokens", form: "count", unset: "no limit" },
  { path: "query_text", label: "Query", form: "text", unset: "What is the text for?" },
  {
    path: "metadata",
    label: "Metadata",
    form: "choice",
    choices: [
      ["", "the preset's, else minimal"],
      ["none", "none"],
      ["minimal", "minimal"],
      ["full", "full"],
    ],
  },
  {
    path: "ordering",
    label: "Order",
    form: "choice",
    choices: [
      ["", "by relevance"],
      ["chronological", "oldest first"],
      ["reverse_chronological", "newest first"],
      ["by_entity", "by subject"],
    ],
  },
  {
    path: "estimator",
    label: "Tokens are counted by",
    form: "choice",
    choices: [
      ["", "bytes4: four bytes a token"],
      ["calibrated", "calibrated: close, for the model"],
      ["o200k", "o200k: exact for GPT-4o and later"],
      ["cl100k", "cl100k: exact for GPT-4"],
      ["heuristic", "heuristic: by kinds of characters"],
    ],
  },
  { path: "target_model", label: "Model that calibrated counts for", form: "text", unset: "any" },
  { path: "sections.group_by_type", label: "Group by type", form: "flag", on: false },
  { path: "grain_type_diversity.min_per_type", label: "Reserved of each type", form: "count", unset: "1" },
  { path: "include_retracted", label: "Show what was retracted", form: "flag", on: false },
];

/** Of the policy of an assembly, but set by the page itself, without effect here, or too much for a form. */
export const FORMAT_LEFT_OUT = [
  "decide",
  "explain",
  "grain_overrides",
  "grain_type_diversity.max_reservation_pct",
  "sections.type_order",
];
