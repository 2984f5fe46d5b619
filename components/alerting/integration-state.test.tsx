import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { IntegrationState } from "./integration-state";

function textOf(reason: string): string {
  const last = {
    delivery_id: 1,
    event: "uptime.incident.created",
    status: "failed",
    at: "2026-11-23T10:00:00Z",
    reason,
  } as const;
  const health = {
    integration_id: 1,
    last,
    consecutive_failures: 1,
    retrying: null,
    pause_reason: null,
    previous_secret_until: null,
  };
  return render(<IntegrationState health={health} isRateLimited={false} />).container.textContent;
}

test("says in a sentence why the last notification failed, and never capitalizes a host's name", () => {
  expect(textOf("responded with status 404")).toMatch(/Responded with status 404\.$/);
  expect(textOf("hooks.acme.example responded with status 503.")).toMatch(
    / hooks\.acme\.example responded with status 503\.$/,
  );
  expect(textOf("returned 200 without an ID. Is this an ntfy server?")).toMatch(/ntfy server\?$/);
});
