import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { MonitorPicker } from "./monitor-picker";

const FLEET = Array.from({ length: 51 }, (_, index) =>
  aMonitor({ id: index + 1, name: `Shop ${index + 1}` }),
);

function Form({ onChange }: { onChange: (ids: number[]) => void }) {
  const [chosen, setChosen] = useState<number[]>([]);
  return (
    <MonitorPicker
      label="Monitors"
      chosen={chosen}
      error={undefined}
      onChange={(ids) => [setChosen(ids), onChange(ids)]}
    />
  );
}

const answers = {
  listMonitors: ({ query }: { query: URLSearchParams }) => {
    const ids = query.getAll("id").flatMap((each) => each.split(","));
    if (ids.length > 0) return listed(FLEET.filter(({ id }) => ids.includes(String(id))));
    return query.get("tag") === "eu" ? listed(FLEET.slice(0, 3), 3) : listed(FLEET, 51);
  },
  listTags: () => listed([{ tag: "eu", monitors: 3 }]),
  listStatusPages: () =>
    listed([
      { id: 7, name: "Acme", components: [{ componentable_type: "uptime/monitor", componentable_id: 9 }] },
    ]),
};

test("selects all monitors, those with a tag, or those of a status page in one step each", async () => {
  let ids: number[] = [];
  const { user } = renderScreen(
    <Form
      onChange={(next) => {
        ids = next;
      }}
    />,
    { answers },
  );
  await user.click(await screen.findByRole("button", { name: "Select all 51" }));
  expect(await screen.findByText("and 39 more")).toBeDefined();
  expect(ids).toHaveLength(51);
  await user.click(screen.getByRole("button", { name: "Clear 51 selected" }));
  await user.selectOptions(screen.getByLabelText("Tag: Monitors"), "eu");
  await user.click(await screen.findByRole("button", { name: "Select 3 matching" }));
  await screen.findByRole("button", { name: "Clear 3 selected" });
  await user.selectOptions(screen.getByLabelText("Select the monitors of a status page"), "Acme");
  expect(ids).toEqual([1, 2, 3, 9]);
});
