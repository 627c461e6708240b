// Written by scripts/schema.mjs from wire/schema: change the records there, then run `npm run generate`.

/** An unsigned 64-bit id as its decimal digits. */
export type Id = string;

/** An unsigned 64-bit id: its decimal digits, a bigint, or a number as long as it is exact. */
export type IdInput = string | number | bigint;

/** How much of a grain the budget pays for. */
export type Allocation = "full" | "omit" | "summary";

/** Which side of a conflict a grain is on. */
export type ConflictStatus = "current" | "outdated";

/** Whether a newer grain stands in for this one. */
export type SupersessionStatus = "current" | "superseded";

/** How a recall found a hit: by the query, beside a hit, or by going through other sessions. */
export type RecallSource = "census" | "expansion" | "primary";

/** A policy by the model that reads the text. */
export type Preset = "claude" | "gemini" | "gpt4" | "json_api" | "local_small";

/** How recalled grains are written. */
export type OutputFormat = "json" | "markdown" | "plaintext" | "sml" | "toon";

/** How much is told about a grain beside what it says. */
export type MetadataLevel = "full" | "minimal" | "none";

/** In which order admitted grains stand. */
export type Ordering = "by_entity" | "by_relevance" | "chronological" | "reverse_chronological";

/** What counts tokens: by measured weights, by the rule of section 3 of the first specification, bytes by four, exactly. */
export type EstimatorName = "bytes4" | "calibrated" | "cl100k" | "heuristic" | "o200k";

/** Where a text may be cut into chunks. */
export type ChunkBoundary = "fixed" | "paragraph" | "sentence";

/** Which end of a fragment is kept when it does not fit; `auto`: the tail of logs and tool results, else the head. */
export type Truncation = "auto" | "both" | "head" | "tail";

/** How texts are ranked by a query: by the share of its words that they have, or by BM25. */
export type RelevanceMethod = "bm25" | "overlap";

/** Where a block stands: the stable prefix, or the rest. */
export type SectionKind = "body" | "cache";

/** What was done with a fragment. */
export type ContextAction = "abstract" | "cache" | "drop" | "preserve" | "retrieve";

/** How much a reader of the context may miss, lowest first. */
export type FidelityRisk = "high" | "low" | "medium";

/** What a relevance is, when it is not the share of the query's words: BM25, or the caller's own score. */
export type Ranking = "bm25" | "score";

/** Nothing is asked beyond the method. */
export type EmptyRequest = Record<string, never>;

/** What a segment of a transcript is. */
export type SegmentKind =
  "base64" | "body" | "code" | "compaction" | "log" | "media" | "meta" | "reasoning" | "tool_call" | "tool_result";

/** Whose messages they are. */
export type MessagesFormat = "anthropic" | "auto" | "gemini" | "langchain" | "openai" | "openai_responses";

/** How a transcript is written. */
export type SegmentFormat =
  | "anthropic"
  | "auto"
  | "claude_code"
  | "codex"
  | "gemini"
  | "gemini_cli"
  | "jsonl"
  | "langchain"
  | "openai"
  | "openai_responses"
  | "plain";

/** What to show, and how. */
export interface AssembleRequest {
  hits: SearchHit[];
  policy?: FormatPolicy | null;
  hints?: RenderingHints | null;
}

/** A grain that a recall found, and how. */
export interface SearchHit {
  /**
   * One of `fact`, `event`, `state`, `workflow`, `tool`, `observation`, `goal`, `reasoning`, `consensus`, `consent`,
   * `skill`, `recommendation`, `trigger`; any other name is shown field by field.
   */
  grain_type: string;
  fields: object;
  /** Absent: the SHA-256 of the hit's own sorted compact JSON. */
  hash?: string | null;
  /** Epoch seconds; absent: from `fields.created_at` in milliseconds. 0, and what 32 bits do not hold, is unknown. */
  created_at_sec?: number | null;
  /** Higher is better; a hit without one comes last. */
  score?: number | null;
  /** The session that a hit of a census comes from. */
  source_namespace?: string | null;
  conflict_status?: ConflictStatus | null;
  supersession_status?: SupersessionStatus | null;
  superseded_by_hash?: string | null;
  /** Default `primary`. */
  recall_source?: RecallSource | null;
  /** The store's own id; `compile_recall` carries it through. */
  memory_id?: IdInput | null;
  /** Carried, never shown, as are the next three. */
  score_breakdown?: unknown;
  explanation?: unknown;
  scope_depth?: unknown;
  relative_time?: unknown;
}

/** Settings of an assembly, each unset (`None`) unless given: the preset's apply then, and the named default. */
export interface FormatPolicy {
  /** What the settings beside it lie over; no preset sets a budget. */
  preset?: Preset | null;
  /** Default `plaintext`. */
  format?: OutputFormat | null;
  /** Default `minimal`. */
  metadata?: MetadataLevel | null;
  /** Default `by_relevance`. */
  ordering?: Ordering | null;
  /** Default: no groups. */
  sections?: SectionConfig | null;
  /** Default: no limit. */
  token_budget?: number | null;
  /** By type; default: none. */
  grain_overrides?: Record<string, GrainTypeOverride> | null;
  /** What the text is for; words of it choose the mode, and a decision backend is asked by it. */
  query_text?: string | null;
  /** Default: one grain of each type; `min_per_type: 0` turns it off. */
  grain_type_diversity?: GrainTypeDiversityConfig | null;
  /** Default false: what was retracted is withheld. */
  include_retracted?: boolean | null;
  /** Acts where a decision backend is installed. */
  decide?: DecidePolicy | null;
  /** What counts tokens; default `bytes4`, rounded down. */
  estimator?: EstimatorName | null;
  /** The model that the estimator `calibrated` counts for. */
  target_model?: string | null;
  /** Put the decision on every grain into the answer; default false. */
  explain?: boolean | null;
}

/** Whether grains of one type stand together, and in which order the types do. */
export interface SectionConfig {
  /** Default false. */
  group_by_type?: boolean;
  /** Types that are not named follow in the default order. Default []. */
  type_order?: string[];
}

/** What is done with one type of grains. */
export interface GrainTypeOverride {
  /** Default true. */
  include?: boolean;
  /** Keep the first so many, in input order. */
  max_count?: number | null;
}

/** A reserve, so that every type of grain has a place. */
export interface GrainTypeDiversityConfig {
  /** Grains of each type that are reserved; 0: none. Default 1. */
  min_per_type?: number;
  /** The share of the budget that reserves of more than one a type may take. Default 0.3. */
  max_reservation_pct?: number;
}

/** What an installed decision backend is asked, and what its answers may do. */
export interface DecidePolicy {
  /** Ask what kind of answer the query is after. Default true. */
  intent?: boolean;
  /** Ask how relevant each grain is, and whether its wording matters. Default true. */
  disclosure?: boolean;
  /** A calibrated relevance below this leaves a grain out. Default 0.1. */
  drop_below?: number;
  /** A calibrated need of the exact wording from this on lets a grain use the budget up to its last line in full. Default 0.5. */
  full_above?: number;
  /** For all calls together; default: none. */
  deadline_ms?: number | null;
}

/** What the recall knows of its query. */
export interface RenderingHints {
  /** How many entities the query is about; a number above 0 asks for an answer by entity. */
  entity_count?: number | null;
  /** Their names; grains of these stand first. */
  entities?: string[] | null;
  /** Default false. */
  has_temporal_expr?: boolean;
  /** Default false. */
  has_time_range?: boolean;
  query_text?: string | null;
}

/** How `chunk_text` cuts; `overlap_bytes` acts there alone, packing never overlaps. */
export interface ChunkPolicy {
  /** Default 2048. */
  max_chunk_bytes?: number | null;
  /** Default 0. */
  overlap_bytes?: number | null;
  /** Default `paragraph`. */
  boundary?: ChunkBoundary | null;
}

/** Cut a text. */
export interface ChunkRequest {
  text: string;
  policy?: ChunkPolicy | null;
}

/** The chunks of a text. */
export interface ChunkResponse {
  chunks: TextChunk[];
}

/** A piece of a text: the text (with its overlap), its byte range (without) and its number. */
export interface TextChunk {
  text: string;
  byte_start: number;
  byte_end: number;
  index: number;
}

/** Tokens and money saved; money is there when the model has a price. */
export interface CompilationInsights {
  tokens_in: number;
  tokens_out: number;
  tokens_saved: number;
  tokens_saved_by_rule: Record<string, number>;
  estimated_cost_saved_micros?: number;
  currency?: string;
  pricing_version?: string;
  /** Fragments kept because more texts looked like them than are compared. Absent: 0. */
  near_dup_uncompared?: number;
}

/** Settings of a compilation, each unset (`None`) unless given. */
export interface CompilePolicy {
  /** Tokens of the budget to leave free; default 0. */
  response_reserve_tokens?: number | null;
  /** Drop fragments that differ only in case and white space; default true. */
  near_dup_dedup?: boolean | null;
  /** Drop fragments of which so large a share of shingles is that of a fragment in the context; default: none. */
  near_dup_threshold?: number | null;
  /** Rule ids to switch off; default none. */
  disabled_rules?: string[] | null;
  chunk?: ChunkPolicy | null;
  /** Default true; acts where a store is attached. */
  record_events?: boolean | null;
  /** Default true; acts where a store is attached. */
  store_sources?: boolean | null;
  source_ttl_seconds?: number | null;
  event_ttl_seconds?: number | null;
  pricing?: PricingTable | null;
  importance?: ImportanceWeights | null;
  /** Lines of a log that differ only in their leading time count as equal; default false. */
  normalize_log_timestamps?: boolean | null;
  /** Accepted and without effect: ids are always strings on the wire. */
  ids_as_strings?: boolean | null;
  /** Leave `sections` and `decisions` empty; default false. */
  slim_response?: boolean | null;
  /** Default `auto`. */
  truncate?: Truncation | null;
  /** Mark where text was cut, with the handle of the whole; default false. */
  elision_marks?: boolean | null;
  /** Phrases that make a fragment a constraint, beside the built-in lexicon; default none. */
  constraint_markers?: string[] | null;
  recency?: Recency | null;
  /** What ranks fragments that have no score of their own; default `overlap`. */
  relevance?: RelevanceMethod | null;
  /** The part of the usable budget that one fragment gets before all others had their turn; default: all of it. */
  largest_share?: number | null;
  /**
   * Of `compile_messages` with a receipt: what was sent stays as it is until so large a share of it could be left out
   * without a loss; default 0.5. To send K tokens anew that were cached costs 1.15 K (1.25 for a cache write, 0.1 for the
   * read it replaces), to leave out S saves 0.1 S a request, so it pays after 11.5 K / S requests: after 12 at a half.
   */
  prefix_saving?: number | null;
  /** The share of the room to which messages with a receipt are cut when they are; default 0.6, so that they can grow. */
  prefix_target?: number | null;
  /** What counts tokens; default `calibrated`, for the family of `target_model`. An estimator that the host injected wins. */
  estimator?: EstimatorName | null;
}

/** Prices by exact model name. */
export interface PricingTable {
  version: string;
  currency: string;
  models: Record<string, ModelPricing>;
}

/** What a model's input costs, in millionths of the currency for a million tokens. */
export interface ModelPricing {
  input_micros_per_million_tokens: number;
}

/** How learned confidence and recency move a recalled memory. */
export interface ImportanceWeights {
  /** Default 0.2. */
  confidence?: number | null;
  /** Default 0.1. */
  recency?: number | null;
  recency_field?: string | null;
}

/**
 * Newest first: the last `turns` turns, then falling by `ramp` a turn until nothing is left of it.
 *
 * Acts among fragments of one criticality and one priority. `metadata.turn` says where a turn begins; without it each
 * fragment is a turn.
 */
export interface Recency {
  /** Default 0. */
  turns?: number | null;
  /** Default 0. */
  ramp?: number | null;
}

/** What to compile, for which question, into how many tokens. */
export interface CompileRequest {
  query: string;
  fragments: ContextFragment[];
  project?: string | null;
  target_model?: string | null;
  /** Clamped to 10,000,000. */
  token_budget: number;
  memory_scope?: MemoryScope | null;
  policy?: CompilePolicy | null;
}

/** One piece of what a caller might say to the model. */
export interface ContextFragment {
  /** The caller's own id; absent: the hash of `content`. */
  id?: IdInput | null;
  /** Default "". */
  content?: string;
  /** A file to read the content from; a host resolves it, the core refuses it. */
  path?: string | null;
  /**
   * Free text; `code`, `log`, `tool_result`, `tool_call`, `reasoning`, `media`, `meta`, `base64` and `screenshot` have
   * effects.
   */
  kind?: string | null;
  /** Higher packs first; absent: 0. */
  priority?: number | null;
  /**
   * `verbatim: true`, `cache: true`, `target` (screenshots) and `turn` (recency) have effects; of a conversation also
   * `lane: "soft"` (first in line), `role`, `is_error: true`, `superseded: true`, and in a group `whole: true` (never cut).
   */
  metadata?: object | null;
  media?: MediaRef | null;
  /** The caller's own relevance in [0, 1], in place of the lexical one. */
  score?: number | null;
  /** Fragments with one group are kept or left out together. */
  group?: string | null;
  /** Never dropped; if it cannot fit, the request fails. */
  pinned?: boolean | null;
  /**
   * A line that stands before whatever of the fragment stands in the context, and is no part of its content: at most
   * 256 bytes, without a line feed.
   */
  label?: string | null;
}

/** An inline image: its MIME type, and its bytes in base64 of any kind or in a data URI, whose own type wins. */
export interface MediaRef {
  mime: string;
  bytes_b64: string;
}

/** Which memories a host with a store adds to the request. */
export interface MemoryScope {
  project?: string | null;
  k?: number | null;
  hops?: number | null;
  graph_boost?: number | null;
}

/** The context, and the record of every decision that led to it. */
export interface CompiledContext {
  content: string;
  sections: CompiledSection[];
  decisions: ContextDecision[];
  sources: SourceReference[];
  retrieval_handles: RetrievalHandle[];
  insights: CompilationInsights;
  risk: FidelityRisk;
  warnings: ContextWarning[];
}

/** One of at most two runs of blocks; blocks are joined by a blank line. */
export interface CompiledSection {
  kind: SectionKind;
  content: string;
  /** One entry a block, in input order. */
  fragment_ids: Id[];
}

/** What became of one fragment, by which rule and why. */
export interface ContextDecision {
  fragment_id: Id;
  content_hash: Id;
  action: ContextAction;
  rule_id: string;
  relevance: number;
  risk: FidelityRisk;
  reason: string;
  memory_id?: Id;
  /** Where the whole original is; absent when all of it is in the context. */
  handle?: string;
  /** Byte ranges of the fragment that stand in the context, when it was cut. */
  emitted?: [number, number][];
  /** What the relevance is, when it is not the share of the query's words. */
  ranked_by?: Ranking;
}

/** A distinct original of the request. */
export interface SourceReference {
  fragment_id: Id;
  handle: string;
  memory_id?: Id;
}

/** Something the context leaves out, and what it would cost to fetch. */
export interface RetrievalHandle {
  handle: string;
  fragment_id: Id;
  estimated_tokens: number;
  /** True when part of the fragment is in the context. */
  partial?: boolean;
}

/** A fragment close to the query that is missing, wholly or for the most part. */
export interface ContextWarning {
  fragment_id: Id;
  action: ContextAction;
  relevance: number;
  reason: string;
}

/** Which answers of a decision backend were used. */
export interface DecisionProvenance {
  /** Distinct names in the order of their first answer, joined by commas; `model` too. */
  provider: string;
  model: string;
  /** Whether every answer that was used is. */
  calibrated: boolean;
  requests: number;
  latency_ms: number;
  /** The kind of answer that the query is after; `None` when that was not asked, or not answered. */
  intent: string | null;
}

/** What this door offers; the one answer that may differ from door to door. */
export interface Description {
  wire: number;
  version: string;
  methods: string[];
  needs_host: string[];
  limits: Record<string, number>;
  rules: RuleInfo[];
  codes: string[];
  estimators: string[];
  /** What computes the hot parts: answers do not depend on it, time does. */
  kernels: Record<string, string>;
}

/** A rule that may appear in decisions. */
export interface RuleInfo {
  id: string;
  can_be_disabled: boolean;
}

/** The request's own JSON, for testing a new binding's plumbing. */
export interface Echo {
  echo: unknown;
}

/** What went wrong. */
export interface ErrorBody {
  code: string;
  category: string;
  path: string;
  message: string;
  data: Record<string, unknown>;
}

/** The answer to a request that failed; no result has a key `error`. */
export interface ErrorResponse {
  error: ErrorBody;
}

/** Count the tokens of texts. */
export interface EstimateRequest {
  texts: string[];
  /** Default: the one that this door compiles by. */
  estimator?: EstimatorName | null;
  target_model?: string | null;
}

/** Tokens by text, and the estimator that counted them. */
export interface EstimateResponse {
  estimator: string;
  tokens: number[];
}

/** The text for the model, and how much of what was recalled is in it. */
export interface FormattedContext {
  text: string;
  estimated_tokens: number;
  /** Grains in the text, in full or as a summary; both ends of an update count. */
  included_count: number;
  /** Grains that the budget or a decision left out; what is withheld, overridden or superseded does not count. */
  omitted_count: number;
  /** Whether any was omitted. */
  truncated: boolean;
  /** Present when an answer of a decision backend was used. */
  decision?: DecisionProvenance;
  /** One a hit, in input order; on the wire with `policy.explain`, in Python always. */
  decisions?: GrainDecision[];
}

/** What became of one hit, by which rule. */
export interface GrainDecision {
  /** Of the hit in the request. */
  index: number;
  hash: string;
  grain_type: string;
  outcome: Allocation;
  rule_id: string;
  reason: string;
  /** In [0, 1], to six decimals; absent for what was taken out before anything was weighed. */
  priority?: number;
  /** Of the whole grain, as it would be shown. */
  tokens?: number;
  /** What a decision backend judged, in [0, 1]. */
  relevance?: number;
}

/** A part of a message; its decision stands at the same place of `decisions`. */
export interface MessagePart {
  /** The place of the message in the request. */
  message: number;
  role: string | null;
  kind: SegmentKind;
  fragment_id: Id;
  tool?: string;
  call_id?: string;
  is_error?: boolean;
  /** True for a call that has no result, and for a result that has no call. */
  dangling?: boolean;
}

/** Messages that fit, ready to be sent, and the record of every decision that led to them. */
export interface MessagesContext {
  messages: Record<string, unknown>[];
  format: MessagesFormat;
  /** What is to be sent beside the messages, when they came from another format. */
  system?: unknown;
  parts: MessagePart[];
  decisions: ContextDecision[];
  omissions: Omission[];
  retrieval_handles: RetrievalHandle[];
  insights: CompilationInsights;
  risk: FidelityRisk;
  warnings: ContextWarning[];
  receipt: Record<string, unknown>;
  /** Present when the request has a receipt. */
  prefix?: StablePrefix;
}

/** Messages in a row that are left out, and stand in the answer as one line that names the handle. */
export interface Omission {
  /** Of the list of these handles, a line each. */
  handle: string;
  /** The place of the first of the messages in the request. */
  first: number;
  last: number;
  estimated_tokens: number;
  /** Of what the messages hold. */
  handles: string[];
}

/** How much of the previous answer this one begins with. */
export interface StablePrefix {
  /** Messages that are the same, byte for byte. */
  messages: number;
  estimated_tokens: number;
  /** The place of the first message of the previous answer that is not the same; absent when all are. */
  diverged_at?: number;
  /** Why it is not. */
  reason?: string;
}

/** A conversation to fit into a model's window, as its provider has it. */
export interface MessagesInput {
  /** Messages, items or contents, oldest first. */
  messages: object[];
  /** For the messages, the system text and the tools together. */
  token_budget: number;
  /** Default "auto". */
  format?: MessagesFormat;
  /** Default "". */
  query?: string;
  /** The system text that is sent beside the messages: it is counted, and not returned. */
  system?: unknown;
  /** The tools that are sent beside the messages, schemas and all: they are counted, and not returned. */
  tools?: unknown[] | null;
  project?: string | null;
  target_model?: string | null;
  policy?: CompilePolicy | null;
  /** What the previous answer about this conversation gave. */
  receipt?: object | null;
}

/** A compile request, and what was recalled for it. */
export interface RecallCompileInput {
  query: string;
  hits: SearchHit[];
  /** Default []. */
  fragments?: ContextFragment[];
  project?: string | null;
  target_model?: string | null;
  token_budget: number;
  memory_scope?: MemoryScope | null;
  policy?: CompilePolicy | null;
  /** Default false: what was retracted is withheld. */
  include_retracted?: boolean | null;
}

/** A context with memories in it, and what became of each hit. */
export interface RecallContext {
  context: CompiledContext;
  recall: RecalledHit[];
}

/** What became of a hit before anything was compiled. */
export interface RecalledHit {
  hash: string;
  /** The store's own id, else the first 64 bits of the hash. */
  memory_id: string;
  /** Absent when no fragment was made of it. */
  fragment_id?: Id;
  /** Why none was made: `withheld.retracted` or `superseded.newer`. */
  rule_id?: string;
  reason?: string;
}

/** One segment in the report: a segment without its text, with the id of its fragment. */
export interface SegmentInfo {
  index: number;
  turn: number;
  role?: string;
  kind: SegmentKind;
  byte_start: number;
  byte_end: number;
  fragment_id: Id;
  side?: boolean;
  tool?: string;
  call_id?: string;
  is_error?: boolean;
  dangling?: boolean;
  /** The line that stands before the segment in the context. */
  label?: string;
}

/** Cut a transcript. */
export interface SegmentRequest {
  transcript: string;
  segmentation?: SegmentationPolicy | null;
}

/** How a transcript becomes segments. */
export interface SegmentationPolicy {
  /** Default "auto". */
  format?: SegmentFormat;
  /** Adjacent segments of one kind and turn merge while one of them is shorter than this. Default 256. */
  min_segment_bytes?: number;
  /** Mark a leading system turn for the cache section. Default true. */
  cache_system_turn?: boolean;
}

/** A transcript in segments; the ranges of plain transcripts and generic lines partition it. */
export interface SegmentationOutcome {
  format_detected: SegmentFormat;
  segments: TranscriptSegment[];
  merged_segments: number;
  /** Records that could not be read and belong to no segment's text. Absent: 0. */
  skipped_lines?: number;
  /** The numbers of the first of them: lines from 1 on, messages of a document from 0 on. */
  skipped?: number[];
  /** Turns that were rewound, or that lie on a branch which was given up. Absent: 0. */
  abandoned_turns?: number;
}

/** A piece of a transcript: who said it, what it is, its text and its byte range. */
export interface TranscriptSegment {
  index: number;
  turn: number;
  role: string | null;
  kind: SegmentKind;
  byte_start: number;
  byte_end: number;
  text: string;
  /** True in a conversation that a tool had with a model of its own. */
  side?: boolean;
  /** The name of the tool that is called, or answers. */
  tool?: string;
  call_id?: string;
  /** True for the result of a tool that failed. */
  is_error?: boolean;
  /** True for a call that has no result, and for a result that has no call. */
  dangling?: boolean;
}

/** How a transcript was read. */
export interface SegmentationReport {
  format_detected: SegmentFormat;
  segments: SegmentInfo[];
  merged_segments: number;
  /** Absent: 0. */
  skipped_lines?: number;
  skipped?: number[];
  /** Absent: 0. */
  abandoned_turns?: number;
}

/** Ask for a model's window. */
export interface SuggestBudgetRequest {
  target_model: string;
  reserve_tokens?: number | null;
}

/** A model's window and what is left of it after a reserve; both `None` for an unknown model. */
export interface SuggestedBudget {
  window: number | null;
  suggested_budget: number | null;
  source: string;
}

/** A transcript to compile. */
export interface TranscriptCompileInput {
  query: string;
  transcript: string;
  token_budget: number;
  project?: string | null;
  target_model?: string | null;
  policy?: CompilePolicy | null;
  segmentation?: SegmentationPolicy | null;
}

/** A compiled transcript and how it was read. */
export interface TranscriptContext {
  context: CompiledContext;
  segmentation: SegmentationReport;
}
