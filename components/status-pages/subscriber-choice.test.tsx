// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { type ChosenUpdates, SubscriberChoice } from "./subscriber-choice";

const shop = { componentable_type: "uptime/monitor", componentable_id: 1, display_name: "Shop" } as const;
const PAGE: PageComponent[] = [
  shop,
  {
    ...{ componentable_type: "uptime/group", name: "Europe", is_expanded: false },
    components: [{ ...shop, componentable_id: 2, display_name: "Paris" }],
  },
];
let chosen: ChosenUpdates = { components: [], groups: [], kinds: [] };

function Form() {
  const [value, setValue] = useState(chosen);
  chosen = value;
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <SubscriberChoice components={PAGE} chosen={value} onChange={setValue} />
    </QueryClientProvider>
  );
}

afterEach(cleanup);

test("chooses a kind, a component, and a group, and takes each choice back", async () => {
  render(<Form />);
  await userEvent.click(screen.getByLabelText("Maintenance"));
  await userEvent.click(screen.getByLabelText("Shop"));
  await userEvent.click(screen.getByLabelText("All of Europe"));
  expect(chosen).toEqual({ components: [1], groups: ["Europe"], kinds: ["maintenance"] });
  await userEvent.click(screen.getByLabelText("All updates"));
  await userEvent.click(screen.getByLabelText("Shop"));
  await userEvent.click(screen.getByLabelText("All of Europe"));
  expect(chosen).toEqual({ components: [], groups: [], kinds: [] });
});
