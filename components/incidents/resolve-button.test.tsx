import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Action } from "@/components/page/actions";
import { anIncident } from "@/lib/testing/screen/records";
import { ResolveButton } from "./resolve-button";

function button(down: number | null, run = vi.fn()) {
  const path = "/uptime/incidents/5/recover";
  const action: Action = { group: "On this page", label: "Resolve", run, ...(down === 0 && { path }) };
  return (
    <ResolveButton
      incident={anIncident()}
      down={down}
      action={action}
      variant="primary"
      className=""
      busy={false}
    />
  );
}

test.each([
  [0, null],
  [2, "2 monitors are still offline. A new incident will continue this one"],
  [null, "Its monitors may still be offline. A new incident"],
])("before scripts run, with %o monitors offline, resolving is a form that asks: %o", (down, question) => {
  const html = renderToString(button(down));
  expect(html).toMatch(/<form[^>]* action="\/api\/uptime\/incidents\/5\/recover"/);
  expect(html.includes("<details")).toBe(question !== null);
  if (question !== null) expect(html).toContain(question);
});

test("a question that was open goes on when scripts run", async () => {
  const run = vi.fn();
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(button(2));
  container.querySelector("details")?.setAttribute("open", "");
  const root = await act(async () => hydrateRoot(container, button(2, run)));
  expect(run).toHaveBeenCalledOnce();
  expect(container.querySelector("details")).toBeNull();
  await act(async () => root.unmount());
});
