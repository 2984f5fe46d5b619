import type { Received, Respond } from "@/lib/testing/notifications/receiver";
import { bodyOf, firstWrong } from "./provider";

export const MODEL_KEY = "sk-test-0123456789abcdef";
export const MODEL_NAME = "test-model-1";
export const MODEL_TEXT = {
  title: "Shop refuses connections",
  description: "All checks of Shop from Frankfurt are refused.",
};
export const MODEL_DRAFT = {
  markdown: "## Impact\n\nShop was away.\n\n## Open questions\n\nWhat was changed?",
};

/** What the vendor does wrong, or says instead of a completion. */
export type ModelMisbehaviour =
  | "500"
  | "429"
  | "silent"
  | "no JSON"
  | "too long"
  | "empty"
  | "control characters"
  | "foreign link"
  | "refusal"
  | "cut off"
  | "no completion"
  | "newer model";

const PARAMETERS = [
  "model",
  "messages",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "response_format",
];

interface Message {
  role?: unknown;
  content?: unknown;
}

/** Returns the reason for a 400 as the vendor words it (platform.openai.com/docs/api-reference/chat/create). */
function requestWrong(received: Received): string | null {
  const body = bodyOf(received);
  const messages = (Array.isArray(body.messages) ? body.messages : []) as Message[];
  const format = body.response_format as { type?: unknown } | undefined;
  const tokens = body.max_tokens ?? body.max_completion_tokens;
  const temperature = body.temperature ?? 1;
  return firstWrong([
    [received.method === "POST", "Not allowed to use this method"],
    [received.path === "/v1/chat/completions", `Invalid URL (${received.method} ${received.path})`],
    [received.headers["content-type"] === "application/json", "we could not parse the body of your request"],
    [body.model === MODEL_NAME, "The model does not exist"],
    [messages.length > 0, "messages is too short"],
    [messages.every(({ role }) => ["system", "user", "assistant"].includes(String(role))), "invalid role"],
    [
      messages.every(({ content }) => typeof content === "string" && content !== ""),
      "invalid content of a message",
    ],
    [Number.isInteger(tokens) && Number(tokens) >= 1, "max_tokens is too small"],
    [
      typeof temperature === "number" && temperature >= 0 && temperature <= 2,
      "temperature must be between 0 and 2",
    ],
    [format === undefined || format.type === "json_object", "invalid response_format"],
    [
      format === undefined || messages.some(({ content }) => /json/i.test(String(content))),
      "'messages' must contain the word 'json' in some form",
    ],
    [Object.keys(body).every((name) => PARAMETERS.includes(name)), "Unrecognized request argument supplied"],
  ]);
}

interface Answer {
  status: number;
  body: unknown;
}

/** Responds as the vendor does: 400 to wrong requests, 401 to a wrong key, a completion to right ones; or as the misbehavior says. */
export function languageModel(misbehaviour: ModelMisbehaviour | null = null): Respond {
  return (received, response) => {
    if (misbehaviour === "silent") return;
    const { status, body } = answerOf(received, misbehaviour);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

function answerOf(received: Received, misbehaviour: ModelMisbehaviour | null): Answer {
  if (received.headers.authorization !== `Bearer ${MODEL_KEY}`)
    return failure(401, `Incorrect API key provided: ${received.headers.authorization}`);
  const wrong = requestWrong(received);
  if (wrong) return failure(400, wrong);
  if (misbehaviour === "500" || misbehaviour === "429")
    return failure(Number(misbehaviour), "The server had an error while processing your request");
  if (misbehaviour === "newer model") return newer(received);
  if (misbehaviour === "no completion") return { status: 200, body: "<html>Log in</html>" };
  if (misbehaviour === "refusal") return completion(null, { refusal: "I can't help with that." });
  const content = contentOf(received, misbehaviour);
  return completion(content, misbehaviour === "cut off" ? { finish_reason: "length" } : {});
}

/** Responds like newer reasoning models, which refuse two parameters by name. */
function newer(received: Received): Answer {
  const body = bodyOf(received);
  for (const param of ["max_tokens", "temperature"])
    if (param in body) return failure(400, `Unsupported parameter: '${param}'`, param);
  return completion(contentOf(received, null));
}

const BAD_TEXTS: Partial<Record<ModelMisbehaviour, object>> = {
  "too long": { ...MODEL_TEXT, title: "x".repeat(251), markdown: "x".repeat(10_001) },
  empty: { title: " ", description: "", markdown: " " },
  "control characters": { ...MODEL_TEXT, title: "Shop \u0007 \u202e", markdown: "a\u0000b" },
  "foreign link": {
    ...MODEL_TEXT,
    description: "See https://evil.example/login now.",
    markdown: "[log in](https://evil.example)",
  },
};

function contentOf(received: Received, misbehaviour: ModelMisbehaviour | null): string {
  if (misbehaviour === "no JSON") return "Sure! Here is your title.";
  const bad = misbehaviour && BAD_TEXTS[misbehaviour];
  if (bad) return JSON.stringify(bad);
  return JSON.stringify(received.body.includes("post-mortem") ? MODEL_DRAFT : MODEL_TEXT);
}

function completion(
  content: string | null,
  change: { refusal?: string; finish_reason?: string } = {},
): Answer {
  const { refusal = null, finish_reason = "stop" } = change;
  const message = { role: "assistant", content, refusal };
  return {
    status: 200,
    body: {
      id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
      object: "chat.completion",
      created: 1741569952,
      model: MODEL_NAME,
      choices: [{ index: 0, message, logprobs: null, finish_reason }],
      usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
    },
  };
}

function failure(status: number, message: string, param: string | null = null): Answer {
  return { status, body: { error: { message, type: "invalid_request_error", param, code: null } } };
}
