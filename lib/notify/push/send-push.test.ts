import { describe, expect, test } from "vitest";
import { judgePush } from "./send-push";

const TO = {
  endpoint: "https://push.example.net/wpush/v2/a-long-secret-path",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-J",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const answer = (status: number, body = "", isPrivate = false) =>
  judgePush({ status, headers: { "retry-after": "7" }, body, isPrivate, incomplete: null }, TO);

describe("the response of a push service", () => {
  test.each([
    [200, "delivered"],
    [201, "delivered"],
    [202, "delivered"],
    [301, "rejected"],
    [400, "rejected"],
    [401, "rejected"],
    [403, "rejected"],
    [404, "gone"],
    [408, "retry"],
    [410, "gone"],
    [413, "rejected"],
    [425, "retry"],
    [429, "retry"],
    [500, "retry"],
    [503, "retry"],
  ])("%i means %s", (status, outcome) => {
    expect(answer(status).outcome).toBe(outcome);
  });

  test("shows its text on one line, truncated, and without the browser's secrets", () => {
    const { error } = answer(400, `{"errno": 109,\n"for": "${TO.endpoint}", "auth": "${TO.auth}"}`);
    expect(error).toBe('The push service returned 400: {"errno": 109, "for": "•••", "auth": "•••"}.');
    expect(answer(400, "x".repeat(1000)).error?.length).toBeLessThan(250);
  });

  test("shows only the status of a private address", () => {
    expect(answer(400, "root:x:0:0", true).error).toBe("The push service returned 400.");
  });

  test("keeps the time to wait", () => {
    expect(answer(429).retryAfterMs).toBe(7000);
  });
});
