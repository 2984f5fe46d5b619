import * as z from "zod";
import { readJson } from "@/lib/domain/checks/json-value";
import { policyFrom } from "@/lib/probes/net/policy";
import { now } from "@/lib/shared/clock";
import { storableText } from "@/lib/shared/storable-text";
import { judgeVendor } from "./judge";
import { oneLine } from "./message/wording";
import type { HttpAnswer } from "./notice";
import { USER_AGENT } from "./request-parts";
import { maskerOf } from "./transport/attempt-log";
import { ExchangeError, exchange } from "./transport/http";

/** Limit of one whole request and response. */
const TIMEOUT_MS = 20_000;
/** Enough for 4,000 characters of Markdown plus the reasoning tokens of models that think first. */
const MAX_TOKENS = 4000;
const ERROR_MAX_CHARS = 300;

/** Address of an OpenAI-compatible model. `baseUrl` is the part before `/chat/completions`, without a trailing slash. */
export interface ModelAddress {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
}

export type ModelAnswer =
  | { readonly content: string }
  /** `again`: a retry may help. */
  | { readonly error: string; readonly again: boolean };

/** Parameters that newer models reject by name (400, `param`). Each is omitted or replaced once. */
const ADJUSTABLE = ["max_tokens", "temperature", "response_format"] as const;
type Adjustable = (typeof ADJUSTABLE)[number];

const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});
const Failure = z.object({ error: z.object({ message: z.string().nullish(), param: z.string().nullish() }) });

/**
 * Asks a model for one JSON object (platform.openai.com/docs/api-reference/chat/create). The address comes from the
 * operator, so private addresses are allowed, but never metadata services. Never throws because of the response.
 */
export async function askModel(
  address: ModelAddress,
  question: { readonly task: string; readonly facts: string },
  timeoutMs = TIMEOUT_MS,
): Promise<ModelAnswer> {
  const left = new Set<Adjustable>();
  for (;;) {
    const answer = await post(address, bodyOf(address.model, question, left), timeoutMs);
    if ("error" in answer) return answer;
    const refused = refusedParameter(answer);
    if (!refused || left.has(refused)) return judge(answer, address);
    left.add(refused);
  }
}

function bodyOf(
  model: string,
  { task, facts }: { readonly task: string; readonly facts: string },
  left: ReadonlySet<Adjustable>,
): object {
  return {
    model,
    messages: [
      { role: "system", content: task },
      { role: "user", content: facts },
    ],
    ...(left.has("max_tokens") ? { max_completion_tokens: MAX_TOKENS } : { max_tokens: MAX_TOKENS }),
    ...(left.has("temperature") ? {} : { temperature: 0.2 }),
    ...(left.has("response_format") ? {} : { response_format: { type: "json_object" } }),
  };
}

async function post(
  { baseUrl, apiKey }: ModelAddress,
  body: object,
  timeoutMs: number,
): Promise<HttpAnswer | { error: string; again: boolean }> {
  const headers: Record<string, string> = { "Content-Type": "application/json", "User-Agent": USER_AGENT };
  if (apiKey) headers.Authorization = `Bearer ${apiKey}`;
  const url = `${baseUrl}/chat/completions`;
  try {
    const step = {
      kind: "http",
      id: "ask",
      method: "POST",
      url,
      headers,
      body: JSON.stringify(body),
    } as const;
    return await exchange(step, { policy: policyFrom(["0.0.0.0/0", "::/0"]), timeoutMs });
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { error: error.message, again: !error.final };
  }
}

function refusedParameter(answer: HttpAnswer): Adjustable | null {
  if (answer.status !== 400) return null;
  const param = Failure.safeParse(readJson(answer.body)).data?.error.param;
  return ADJUSTABLE.find((name) => name === param) ?? null;
}

/** Returns the content, or an error for a truncated, filtered, or refused response. */
function judge(answer: HttpAnswer, { apiKey }: ModelAddress): ModelAnswer {
  const result = judgeVendor(answer, now());
  if (result.outcome !== "delivered") {
    const said = Failure.safeParse(readJson(answer.body)).data?.error.message;
    const text = maskerOf([apiKey])(`it ${result.error}${said ? `: ${said}` : ""}`);
    return { error: storableText(oneLine(text), ERROR_MAX_CHARS), again: result.outcome === "retry" };
  }
  const completion = Completion.safeParse(readJson(answer.body));
  const choice = completion.data?.choices[0];
  if (!choice) return { error: "its response wasn't a chat completion", again: true };
  if (choice.message.refusal) return { error: "it declined to answer", again: false };
  if (choice.finish_reason === "length") return { error: "its response was cut off", again: true };
  if (choice.finish_reason === "content_filter") return { error: "its response was filtered", again: false };
  return choice.message.content
    ? { content: choice.message.content }
    : { error: "its response was empty", again: true };
}
