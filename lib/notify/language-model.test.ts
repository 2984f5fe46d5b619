import { afterEach, beforeEach, expect, test } from "vitest";
import { answer, type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { languageModel, MODEL_KEY, MODEL_NAME, MODEL_TEXT } from "@/lib/testing/providers/language-model";
import { closedPort } from "@/lib/testing/providers/provider";
import { askModel } from "./language-model";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const question = { task: "Answer with JSON.", facts: "{}" };
const ask = (change: object = {}) => {
  const address = { baseUrl: `${receiver.url}/v1`, model: MODEL_NAME, apiKey: MODEL_KEY, ...change };
  return askModel(address, question, 250);
};

test("sends a request that matches the vendor's reference and returns the content", async () => {
  receiver.respond = languageModel();
  expect(await ask()).toEqual({ content: JSON.stringify(MODEL_TEXT) });
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    model: MODEL_NAME,
    response_format: { type: "json_object" },
  });
});

test("retries right away without parameters that a model rejects by name", async () => {
  receiver.respond = languageModel("newer model");
  expect(await ask()).toEqual({ content: JSON.stringify(MODEL_TEXT) });
  expect(receiver.received).toHaveLength(3);
  expect(JSON.parse(receiver.received[2]?.body ?? "")).toMatchObject({ max_completion_tokens: 4000 });
});

test.each([
  ["500", /returned 500: The server had an error/, true],
  ["429", /returned 429/, true],
  ["silent", /no complete response within 0.25 s/, true],
  ["no completion", /wasn't a chat completion/, true],
  ["cut off", /cut off/, true],
  ["refusal", /declined/, false],
] as const)("explains a failure: %s", async (misbehaviour, error, again) => {
  receiver.respond = languageModel(misbehaviour);
  expect(await ask()).toEqual({ error: expect.stringMatching(error), again });
});

test("does not retry a wrong key or show it in the error, and retries a refused connection", async () => {
  receiver.respond = languageModel();
  const refused = await ask({ apiKey: "sk-wrong-secret" });
  expect(refused).toMatchObject({ again: false, error: expect.stringContaining("returned 401") });
  expect(JSON.stringify(refused)).not.toContain("sk-wrong-secret");
  const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`;
  expect(await ask({ baseUrl })).toMatchObject({ again: true });
});

test("turns any server error into a single line that the database accepts", async () => {
  receiver.respond = answer(400, { error: { message: "bad\u0000\nkey\ud800" } });
  expect(await ask()).toEqual({ error: "it returned 400: bad key\ufffd", again: false });
});

test("never connects to metadata services, even if the operator configured one", async () => {
  expect(await ask({ baseUrl: "http://169.254.169.254/v1" })).toMatchObject({ again: false });
});
