import { connect } from "./bundle/contextc.mjs";

const contextc = await connect();
const budget = document.querySelector("#budget");

async function show() {
  const request = {
    query: "why did the deploy fail?",
    token_budget: Number(budget.value),
    fragments: [
      { content: "Never deploy on Friday." },
      { kind: "log", content: "deploy failed: port 8080 is taken\n".repeat(39) + "gave up" },
      { content: "The canteen has soup today. ".repeat(300) },
    ],
  };
  const answer = JSON.parse(await contextc.call("compile", JSON.stringify(request)));
  document.querySelector("#context").textContent = answer.error ? answer.error.message : answer.content;
  document.querySelector("#risk").textContent = answer.error ? answer.error.code : `${answer.risk} ${contextc.version}`;
}

budget.addEventListener("input", show);
await show();
