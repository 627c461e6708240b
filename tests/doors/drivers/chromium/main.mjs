// A page that asks its server for requests, and sends back the answers of the worker: `POST next` with an answer gives the next
// request, its method in a header. Whatever goes wrong is told, so that nobody waits.

addEventListener("securitypolicyviolation", (event) => {
  // The icon is not asked for by this page.
  if (event.violatedDirective !== "img-src")
    tell(`the page's policy forbids ${event.violatedDirective} of ${event.blockedURI}`);
});

try {
  const { connect } = await import("./bundle/contextc.mjs");
  const contextc = await connect();
  for (let answer = new Uint8Array(); ; ) {
    const response = await fetch("next", { method: "POST", body: answer });
    const method = response.headers.get("contextc-method") ?? "";
    answer = await contextc.call(method, new Uint8Array(await response.arrayBuffer()));
  }
} catch (error) {
  await tell(String(error));
}

/** @param {string} sentence */
function tell(sentence) {
  return fetch("failed", { method: "POST", body: sentence });
}
