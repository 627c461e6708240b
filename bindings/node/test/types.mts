// What the types promise: `npm run check` compiles this file, nothing runs it.
import {
  type CompiledContext,
  Contextc,
  ContextcError,
  type ErrorCode,
  type FormattedContext,
  type GrainDecision,
  type MessagesContext,
  type OpenOptions,
  type RecallContext,
  type SearchHit,
  TransportError,
} from "contextc";

declare const contextc: Contextc;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(..._: T[]) => {};

// Answers are typed by method; an id is a string there, and what may be missing is optional.
const compiled = await contextc.compile({ query: "", fragments: [], token_budget: 1 });
holds<Equal<typeof compiled, CompiledContext>>();
holds<Equal<CompiledContext["decisions"][number]["fragment_id"], string>>();
holds<Equal<CompiledContext["decisions"][number]["handle"], string | undefined>>();
holds<Equal<CompiledContext["decisions"][number]["emitted"], [number, number][] | undefined>>();
holds<Equal<CompiledContext["risk"], "high" | "low" | "medium">>();

// Requests take what the wire takes.
interface Metadata {
  turn: number;
}
const metadata: Metadata = { turn: 1 };
await contextc.compile(
  {
    query: "deploy",
    fragments: [{ id: "1", content: "a", metadata }, { id: 2 }, { id: 3n, score: null, media: null }],
    token_budget: 1,
    policy: { truncate: "both", chunk: { boundary: "sentence" } },
  },
  { signal: new AbortController().signal },
);
await contextc.describe();
await contextc.describe({}, { signal: AbortSignal.timeout(1) });

// Messages are whatever a provider's types make of them, in and out; a receipt goes back as it came.
interface Message {
  role: "user" | "assistant";
  content: string | { type: "text"; text: string }[];
}
const messages: Message[] = [{ role: "user", content: "hi" }];
const fitted = await contextc.compileMessages({ messages, token_budget: 1, system: "Be brief.", tools: [] });
holds<Equal<typeof fitted, MessagesContext>>();
holds<Equal<MessagesContext["system"], unknown>>();
await contextc.compileMessages({
  messages: fitted.messages as unknown as Message[],
  token_budget: 1,
  format: "anthropic",
  system: [{ type: "text", text: "Be brief." }],
  policy: { prefix_saving: 0.3, prefix_target: 0.5, largest_share: 0.1 },
  receipt: fitted.receipt,
});
await contextc.compileTranscript({
  query: "",
  transcript: "",
  token_budget: 1,
  segmentation: { format: "claude_code" },
});

// Hits are what a store recalled; what their fields hold is up to it.
const hits: SearchHit[] = [{ grain_type: "fact", fields: { subject: "mira", n: 1 }, memory_id: 3n, score: 0.5 }];
const text_of_hits = await contextc.assemble({
  hits,
  policy: { preset: "claude", format: "toon", token_budget: 800, sections: { group_by_type: true }, explain: true },
  hints: { entities: ["mira"] },
});
holds<Equal<typeof text_of_hits, FormattedContext>>();
holds<Equal<FormattedContext["decisions"], GrainDecision[] | undefined>>();
holds<Equal<GrainDecision["outcome"], "full" | "omit" | "summary">>();
const recalled = await contextc.compileRecall({ query: "", hits, fragments: [{ content: "a" }], token_budget: 1 });
holds<Equal<typeof recalled, RecallContext>>();
holds<Equal<RecallContext["recall"][number]["memory_id"], string>>();

// @ts-expect-error: no such format
await contextc.assemble({ hits, policy: { format: "yaml" } });
// @ts-expect-error: hits compete for a budget
await contextc.compileRecall({ query: "", hits });
// @ts-expect-error: no messages of that format
await contextc.compileMessages({ messages, token_budget: 1, format: "claude_code" });
// @ts-expect-error: options come second
await contextc.describe({ signal: AbortSignal.timeout(1) });
// @ts-expect-error: a required field is missing
await contextc.compile({ query: "", fragments: [] });
// @ts-expect-error: no such field
await contextc.chunk({ text: "", max_chunk_bytes: 1 });
// @ts-expect-error: no such value
await contextc.compile({ query: "", fragments: [], token_budget: 1, policy: { truncate: "middle" } });

// Raw calls give what they take.
holds<Equal<Awaited<ReturnType<typeof text>>, string>>();
holds<Equal<Awaited<ReturnType<typeof bytes>>, Uint8Array>>();
const text = () => contextc.call("echo", "1");
const bytes = () => contextc.call("echo", new Uint8Array(1));

// An options object belongs to one transport.
const options: OpenOptions[] = [
  {},
  { pool: 2 },
  { transport: "wasm", bundle: new URL("file:///bundle") },
  { transport: "native", library: "libcontextc.so" },
];
// @ts-expect-error: a library is for the native transport
options.push({ transport: "wasm", library: "libcontextc.so" });

// Errors are told apart by class, their codes are known.
try {
  await using other = await Contextc.open();
  await other.echo(1);
} catch (error) {
  if (error instanceof ContextcError) {
    holds<Equal<typeof error.code, ErrorCode>>();
    // @ts-expect-error: no such code
    error.code === "to_deep";
  }
  if (error instanceof TransportError) {
    holds<Equal<typeof error.fault, "unavailable" | "ended" | "closed" | "protocol">>();
  }
}
