export * from "./contextc.mjs";
