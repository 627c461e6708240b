const { Contextc, ContextcError } = require("contextc");

async function main() {
  const contextc = await Contextc.open();

  const { context } = await contextc.compileTranscript({
    query: "release",
    transcript: "User: run the tests\nAssistant: they pass\nUser: then tag the release",
    token_budget: 12,
  });
  console.log(context.content);

  try {
    await contextc.chunk({});
  } catch (error) {
    console.log(error instanceof ContextcError, error.code);
  }
}

main();
