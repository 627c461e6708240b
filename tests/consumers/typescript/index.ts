import { Contextc, ContextcError, type ContextFragment, type ErrorCode, type SearchHit, type StablePrefix } from "contextc";

const fragments: ContextFragment[] = [{ id: 18446744073709551615n, content: "Never deploy on Friday.", priority: 3 }];

await using contextc = await Contextc.open();
const context = await contextc.compile({ query: "deploy", token_budget: 50, fragments });
const ids: string[] = context.decisions.map((decision) => decision.fragment_id);
console.log(context.content, ids);

const messages = [{ role: "user", content: "Tag the release." }];
const { receipt } = await contextc.compileMessages({ messages, token_budget: 50, system: "You deploy." });
const next = await contextc.compileMessages({ messages, token_budget: 50, receipt });
const prefix: StablePrefix | undefined = next.prefix;
console.log(next.format, next.messages, prefix?.messages);

const hits: SearchHit[] = [
  { grain_type: "fact", fields: { subject: "mira", relation: "likes", object: "tea" }, memory_id: 7 },
];
const { text, decisions = [] } = await contextc.assemble({ hits, policy: { preset: "gpt4", explain: true } });
const { recall } = await contextc.compileRecall({ query: "tea", hits, fragments, token_budget: 50 });
console.log(text, decisions.map(({ outcome }) => outcome), recall.map(({ memory_id }) => memory_id));

try {
  await contextc.compile({ query: "deploy", token_budget: 0, fragments });
} catch (error) {
  if (!(error instanceof ContextcError)) throw error;
  const code: ErrorCode = error.code;
  console.log(code, error.path);
}
