"""Tests of the WebAssembly bundle, as built into `dist/wasm`."""
