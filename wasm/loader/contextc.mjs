// contextc as a module of JavaScript: its own Python, compiled to WebAssembly, behind one function.
//
//     import { load } from "./contextc.mjs";
//     const contextc = await load();
//     contextc.call("suggest_budget", '{"target_model": "gpt-5"}');

export { connect } from "./loader/connect.mjs";
export { load } from "./loader/load.mjs";
