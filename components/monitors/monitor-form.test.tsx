import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import { TIMEOUTS_MS } from "@/lib/contract/monitors/times";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import { NEW_DRAFT } from "@/lib/presenters/monitors/initial-draft";
import { protocolForms } from "@/lib/presenters/monitors/protocol-forms";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { MonitorForm } from "./monitor-form";

const info = { fields: fieldInfos(createMonitorOf("http")), protocols: protocolForms() };

test("sends a monitor that the contract accepts and opens it", async () => {
  const { user, bodiesOf, opened } = renderScreen(<MonitorForm initial={NEW_DRAFT} info={info} />, {
    answers: { createMonitor: { id: 7 } },
  });
  fill("URL", "https://shop.example.com/health");
  await user.click(screen.getByRole("button", { name: "Create monitor" }));
  expect(await screen.findByText("Monitor created")).toBeDefined();
  expect(bodiesOf("createMonitor")).toMatchObject([
    { name: "shop.example.com", protocol: "http", request: { url: "https://shop.example.com/health" } },
  ]);
  expect(opened).toEqual(["/monitors/7"]);
});

test("creates a monitor for each pasted URL with the form's settings, and keeps those that are refused", async () => {
  const { user, bodiesOf, opened } = renderScreen(<MonitorForm initial={NEW_DRAFT} info={info} />, {
    answers: {
      createMonitor: { id: 7 },
      readPageTitle: ({ body }: { body: { url: string } }) => ({
        title: body.url === "https://shop.example.com" ? "The Shop" : null,
      }),
    },
  });
  await user.selectOptions(screen.getByLabelText("Interval"), "5 minutes");
  await user.click(screen.getByRole("button", { name: "Paste several URLs…" }));
  await screen.findByLabelText("URLs");
  fill(
    "URLs",
    "https://shop.example.com\nshop.example.com/cart\n\nftp://files.example.com https://shop.example.com",
  );
  await user.click(await screen.findByRole("button", { name: "Create 3 monitors" }));
  expect(await screen.findByText("2 monitors created")).toBeDefined();
  expect(bodiesOf("createMonitor").slice(0, 2)).toMatchObject([
    { name: "The Shop", interval: 300, request: { url: "https://shop.example.com" } },
    { name: "shop.example.com", interval: 300, request: { url: "https://shop.example.com/cart" } },
  ]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("URLs").value).toBe("ftp://files.example.com");
  expect(screen.getByRole("alert").textContent).toMatch(/^ftp:\/\/files\.example\.com: /);
  expect(opened).toEqual([]);
});

test("shows the server's errors beside their fields and keeps the rest", async () => {
  const { user } = renderScreen(<MonitorForm initial={NEW_DRAFT} info={info} />);
  fill("URL", "ftp://shop.example.com");
  await user.click(screen.getByRole("button", { name: "Create monitor" }));
  const url = screen.getByLabelText<HTMLInputElement>("URL");
  await screen.findAllByRole("alert");
  expect(url.getAttribute("aria-invalid")).toBe("true");
  expect(url.value).toBe("ftp://shop.example.com");
});

test("offers the fields of the chosen protocol, which an edited monitor can't change", async () => {
  const { user, unmount } = renderScreen(<MonitorForm initial={NEW_DRAFT} info={info} />);
  await user.selectOptions(screen.getByLabelText("Protocol"), "TCP");
  expect(screen.getByLabelText("Port")).toBeDefined();
  unmount();
  renderScreen(<MonitorForm initial={NEW_DRAFT} info={info} monitorId={3} />);
  expect(screen.getByLabelText("Protocol").hasAttribute("disabled")).toBe(true);
});

test("shows the timeout of a monitor, whichever the contract allows", () => {
  for (const timeout of TIMEOUTS_MS) {
    const initial = { ...NEW_DRAFT, timeout };
    const { unmount } = renderScreen(<MonitorForm initial={initial} info={info} monitorId={3} />);
    expect(screen.getByLabelText<HTMLSelectElement>("Timeout").value).toBe(String(timeout));
    unmount();
  }
});
