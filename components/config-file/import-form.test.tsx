// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ToastProvider } from "@/components/ui/overlays/toast";
import type { ImportResult } from "@/lib/contract/config-file/imports";
import { ImportForm } from "./import-form";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PREVIEW: ImportResult = {
  applied: false,
  total: 3,
  items: [
    {
      kind: "monitors",
      key: "shop",
      name: "Shop",
      action: "create",
      id: null,
      changes: [],
      notes: [{ field: "interval", text: "45 s becomes 30 s." }],
    },
    {
      kind: "monitors",
      key: "api",
      name: "API",
      action: "update",
      id: 7,
      changes: [{ field: "interval", before: "60", after: "300" }],
      notes: [],
    },
  ],
  skipped: [{ name: "Cron", reason: "Push monitors can't be imported." }],
  problems: [],
  missing_variables: [],
};

/** Shows the form with a server that returns these results in turn, and records what it was sent. */
function show(...results: ImportResult[]): { source: string; preview: boolean; variables: object }[] {
  const sent: { source: string; preview: boolean; variables: object }[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json(results[sent.length - 1]);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ImportForm />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return sent;
}

async function upload(product: string): Promise<void> {
  await userEvent.selectOptions(screen.getByLabelText("Product"), product);
  const file = new File(["endpoints: []"], "config.yaml", { type: "text/yaml" });
  await userEvent.upload(screen.getByLabelText(/^Files?$/), file, { applyAccept: false });
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("shows what would be created, changed, mapped, and skipped before it imports", async () => {
  const sent = show(PREVIEW, { ...PREVIEW, applied: true });
  await upload("Gatus");
  await press("Preview");
  expect(await screen.findByText("1 will be created, 1 will be updated, 1 skipped.")).toBeTruthy();
  expect(screen.getByText("interval: 45 s becomes 30 s.")).toBeTruthy();
  expect(screen.getByText("Push monitors can't be imported.")).toBeTruthy();
  await press("Import");
  expect(await screen.findByText(/1 created, 1 updated, 1 skipped\./)).toBeTruthy();
  expect(sent).toMatchObject([
    { source: "gatus", preview: true },
    { source: "gatus", preview: false },
  ]);
});

test("asks for the secrets of a Vedette file and previews again with them", async () => {
  const missing = {
    ...PREVIEW,
    problems: ["monitors.shop: The variable SHOP_KEY is not set."],
    missing_variables: ["SHOP_KEY"],
  };
  const sent = show(missing, PREVIEW);
  await upload("Vedette file");
  await press("Preview");
  await userEvent.type(await screen.findByLabelText("SHOP_KEY"), "s3cret");
  await press("Preview");
  expect(await screen.findByRole("button", { name: "Import" })).toBeTruthy();
  expect(sent[1]).toMatchObject({ preview: true, variables: { SHOP_KEY: "s3cret" } });
});

test("sends all files of a folder as one, in the order of their names", async () => {
  const sent = show(PREVIEW);
  await userEvent.selectOptions(screen.getByLabelText("Product"), "Gatus");
  const files = ["b.yaml", "a.yaml"].map((name) => new File([`endpoints: [${name}]\n`], name));
  await userEvent.upload(screen.getByLabelText("Files"), files, { applyAccept: false });
  await press("Preview");
  expect(sent[0]).toMatchObject({ file: "endpoints: [a.yaml]\n\n---\nendpoints: [b.yaml]\n" });
});
