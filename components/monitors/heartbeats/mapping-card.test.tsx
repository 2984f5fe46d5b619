import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aMonitor } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { MappingCard } from "./mapping-card";

const request = {
  slug: "grafana",
  open_when: null,
  recover_when: null,
  key: null,
  title: null,
  token: "a-long-token",
};
const payload = (number: number, effect: string, title: string | null) => ({
  ...{ number, effect, title, key: null, received_at: "2026-11-27T06:00:00Z" },
  payload: `{"state":"${effect}"}`,
});

test("tries a mapping on the last payloads, shows what each would do, and saves it", async () => {
  const tried: unknown[] = [];
  const saved: unknown[] = [];
  const monitor = aMonitor({ protocol: "external", request } as never);
  const { user } = renderScreen(<MappingCard monitor={monitor} />, {
    answers: {
      tryMapping: (input: unknown) => {
        tried.push(input);
        return { payloads: [payload(2, "recovers", null), payload(1, "opens", "Disk full")] };
      },
      updateMonitor: (input: unknown) => {
        saved.push(input);
        return monitor;
      },
    },
  });
  await user.click(screen.getByText("Read other JSON"));
  await user.type(screen.getByLabelText(/^Open when/), '$.state == "alerting"');
  await user.click(screen.getByRole("button", { name: "Try this mapping" }));
  expect(await screen.findByText("Opens Disk full")).toBeDefined();
  expect(screen.getByText("Recovers the alert")).toBeDefined();
  const mapping = { open_when: '$.state == "alerting"', recover_when: null, key: null, title: null };
  expect(tried[0]).toMatchObject({ body: mapping });
  await user.click(screen.getByRole("button", { name: "Save mapping" }));
  expect(saved[0]).toMatchObject({ body: { request: { ...request, ...mapping } } });
});
