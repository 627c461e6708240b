// Names to choose from. What their windows are, the compiler says; any other name can be typed.

export const MODELS = [
  "claude-haiku-4-5",
  "claude-opus-5-5",
  "claude-sonnet-4-5",
  "claude-sonnet-5-5",
  "deepseek-chat",
  "deepseek-v4-pro",
  "gemini-2.5-pro",
  "gemini-3.8-flash",
  "gpt-4.1",
  "gpt-4o",
  "gpt-5",
  "gpt-5-codex",
  "gpt-5.6",
  "gpt-6.1-sol",
  "o3",
  "o4-mini",
];
