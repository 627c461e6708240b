import { Contextc, ContextcError } from "contextc";

const contextc = await Contextc.open();

const context = await contextc.compile({
  query: "why did the deploy fail?",
  token_budget: 50,
  fragments: [
    { content: "Never deploy on Friday." },
    { content: "deploy failed: port 8080 is taken\n".repeat(39) + "gave up", kind: "log" },
    { content: "The canteen has soup today. ".repeat(300) },
  ],
});
console.log(context.content);

try {
  await contextc.chunk({});
} catch (error) {
  console.log(error instanceof ContextcError, error.code);
}
