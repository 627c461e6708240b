// What the page, its worker and the wire say to each other. Never loaded: `tsc --checkJs` reads it.

export type Action = "preserve" | "abstract" | "cache" | "retrieve" | "drop";
export type Risk = "low" | "medium" | "high";
export type Ranking = "bm25" | "score";
export type Mode = "fragments" | "transcript";
export type Range = [start: number, end: number];

// The wire (wire/schema)

export interface Decision {
  fragment_id: string;
  action: Action;
  rule_id: string;
  relevance: number;
  ranked_by?: Ranking;
  risk: Risk;
  reason: string;
  handle?: string;
  emitted?: Range[];
}

export interface CompiledContext {
  content: string;
  sections: { kind: "cache" | "body"; content: string; fragment_ids: string[] }[];
  decisions: Decision[];
  insights: { tokens_in: number; tokens_out: number; tokens_saved: number };
  risk: Risk;
  warnings: { fragment_id: string; action: Action; relevance: number; reason: string }[];
}

export interface GrainDecision {
  index: number;
  hash: string;
  grain_type: string;
  outcome: "full" | "summary" | "omit";
  rule_id: string;
  reason: string;
  priority?: number;
  tokens?: number;
}

export interface FormattedContext {
  text: string;
  estimated_tokens: number;
  included_count: number;
  omitted_count: number;
  truncated: boolean;
  decisions?: GrainDecision[];
}

export interface Segment {
  turn: number;
  role: string | null;
  kind:
    | "body"
    | "code"
    | "log"
    | "base64"
    | "reasoning"
    | "tool_call"
    | "tool_result"
    | "media"
    | "compaction"
    | "meta";
  text: string;
  side?: boolean;
  tool?: string;
  is_error?: boolean;
  dangling?: boolean;
}

/** How a transcript was read. */
export interface Report {
  format_detected: string;
  segments: { label?: string }[];
  skipped_lines?: number;
  abandoned_turns?: number;
}

export interface Fault {
  code: string;
  path: string;
  message: string;
  data: Record<string, unknown>;
}

export interface Description {
  version: string;
  rules: { id: string; can_be_disabled: boolean }[];
}

// What a user sets

export interface FragmentSettings {
  key: string;
  name: string;
  kind: string;
  priority: number | null;
  pinned: boolean;
  verbatim: boolean;
  cache: boolean;
  group: string;
}

/** Policy and segmentation are flat: `{"recency.turns": 2}`; what is absent is unset. */
export type Flat = Record<string, unknown>;

export interface Settings {
  mode: Mode;
  query: string;
  budget: number | null;
  model: string;
  policy: Flat;
  segmentation: Flat;
  fragments: FragmentSettings[];
}

/** Settings and texts in one: what a link holds. */
export interface Saved {
  v: 1;
  tab?: undefined;
  mode?: Mode;
  query?: string;
  budget?: number | null;
  model?: string;
  policy?: Flat;
  segmentation?: Flat;
  fragments?: (Partial<FragmentSettings> & { text: string })[];
  transcript?: string;
}

/** The same of the second tab. */
export interface SavedAssembly {
  v: 1;
  tab: "assemble";
  policy?: Flat;
  hits: string;
}

// What the worker tells

/** A fragment and what became of it. */
export interface Detail {
  seq: number;
  name: string;
  /** In words; of a fragment as it was set. */
  kind: string;
  bytes: number;
  action: Action;
  rule: string;
  risk: Risk;
  reason: string;
  relevance: number;
  /** What the relevance is, if not the share of the query's words. */
  rankedBy: Ranking | null;
  handle: string | null;
  /** Only a part of it stands in the context. */
  partial: boolean;
  /** Of the fragment, and of its block in the context; null until they are counted. */
  tokensIn: number | null;
  tokensOut: number | null;
}

/** A stretch of text and how it is drawn: it stands in the context, it does not, the compiler added it, nobody knows yet. */
export type Run = [text: string, look: "kept" | "cut" | "mark" | "plain"];

/** How tall a page may be, before it is drawn. */
export interface PageSize {
  chars: number;
  lines: number;
  items: number;
}

/** A piece of a block or a turn on a page. */
export interface Item {
  /** Null where the compiler's block could not be told apart. */
  detail: Detail | null;
  label: string;
  first: boolean;
  last: boolean;
  runs: Run[];
}

export interface Part {
  fate: Fate;
  tokens: number;
  fragments: number;
}

export type Fate =
  | "cache"
  | "preserve"
  | "abstract"
  | "collapsed"
  | "cut"
  | "retrieve"
  | "drop"
  | "joints"
  | "unused"
  | "reserve";

/** Two bars: what came in and where it went, what the budget was spent on. */
export interface Account {
  input: Part[];
  budget: Part[];
}

export interface Result {
  version: number;
  fragments: number;
  risk: Risk;
  tokensIn: number;
  tokensOut: number;
  /** Critical and lost. */
  lost: Detail[];
  lostCount: number;
  warnings: { detail: Detail | null; reason: string; relevance: number }[];
  warningCount: number;
  /** Of a transcript: what it was read as, and what of it is in no turn. */
  read: { format: string; skipped: number; abandoned: number } | null;
  pages: { context: PageSize[]; turns: PageSize[]; table: PageSize[] };
}

export type Told =
  | { type: "ready"; description: Description }
  | { type: "failed"; message: string }
  | { type: "begun"; version: number }
  | { type: "cancelled"; version: number }
  | { type: "result"; result: Result }
  | { type: "account"; version: number; account: Account }
  | { type: "fault"; version: number; fault: Fault }
  | { type: "reply"; id: number; value: unknown };

export type View = "context" | "turns" | "table";

/** What the page asks; each is answered by a reply. */
export interface Questions {
  page: { ask: { view: View; index: number }; reply: Item[] | Detail[] };
  decorate: {
    ask: { key: string; start: number; end: number; text: string };
    reply: { detail: Detail; runs: Run[] } | null;
  };
  detail: { ask: { seq: number }; reply: Detail | null };
  locate: { ask: { view: View; seq: number }; reply: number };
  text: { ask: { what: "context" | "answer" | "request" }; reply: string | null };
  /** What a text is, if it is a transcript. */
  format: { ask: { text: string }; reply: string | null };
  suggest: { ask: { model: string }; reply: { window: number | null } };
  /** The answer of `assemble` as JSON; null until the compiler has started, and when another was asked for. */
  assemble: { ask: { hits: string; policy: Flat }; reply: string | null };
  link: { ask: Record<string, never>; reply: string | null };
}

// Lists in pages (app/paged.mjs)

export interface Page {
  /** The same key keeps its element, and what is typed or selected in it. */
  key: string;
  size: PageSize;
}

export interface Filler<P extends Page> {
  /** What draws the page, or what changed of it. */
  fill: (page: P, element: HTMLElement) => Promise<(() => void) | null>;
  /** Before it was drawn. */
  height: (page: P) => number;
}

export interface Slot<P extends Page> {
  page: P;
  element: HTMLElement;
  filled: boolean;
  near: boolean;
}
