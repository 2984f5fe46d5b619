import { describe, expect, test } from "vitest";
import { judgePush } from "./send-push";

const TO = {
  endpoint: "https://push.example.net/wpush/v2/a-long-secret-path",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-J",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const answer = (status: number, body = "", isPrivate = false) =>
  judgePush({ status, headers: { "retry-after": "7" }, body, isPrivate }, TO);

describe("what a push service answers", () => {
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
  ])("%i is %s", (status, outcome) => {
    expect(answer(status).outcome).toBe(outcome);
  });

  test("its words are shown on one line, cut, and without the browser's secrets", () => {
    const { error } = answer(400, `{"errno": 109,\n"for": "${TO.endpoint}", "auth": "${TO.auth}"}`);
    expect(error).toBe('The push service answered 400: {"errno": 109, "for": "•••", "auth": "•••"}.');
    expect(answer(400, "x".repeat(1000)).error?.length).toBeLessThan(250);
  });

  test("from inside the network only the status is shown", () => {
    expect(answer(400, "root:x:0:0", true).error).toBe("The push service answered 400.");
  });

  test("how long to wait is kept", () => {
    expect(answer(429).retryAfterMs).toBe(7000);
  });
});
