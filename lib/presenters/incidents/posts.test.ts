import { expect, test } from "vitest";
import { mayChangePost } from "./posts";

const viewer = (...permissions: string[]) => ({ user: { id: 1 }, permissions }) as never;

test("offers to change a post to its author and to moderators who may write", () => {
  const own = { type: "user", id: 1 };
  expect(mayChangePost(viewer("uptime:write"), own)).toBe(true);
  expect(mayChangePost(viewer("uptime:write"), { type: "user", id: 2 })).toBe(false);
  expect(mayChangePost(viewer("uptime:write"), { type: "api_key", id: 1 })).toBe(false);
  expect(mayChangePost(viewer("uptime:write", "incidents:moderate"), { type: "api_key", id: 1 })).toBe(true);
  expect(mayChangePost(viewer("uptime:read"), own)).toBe(false);
  expect(mayChangePost(null, own)).toBe(false);
});
