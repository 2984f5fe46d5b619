import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "@/lib/testing/screen/render";
import { ExportCard } from "./export-card";

test("saves the configuration as a YAML file", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const contents: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    contents.push(blob as Blob);
    return "blob:export";
  });
  const { user } = renderScreen(<ExportCard />, {
    answers: { exportConfiguration: () => new Response("monitors: []\n") },
  });
  await user.click(screen.getByText("Export configuration"));
  await waitFor(() => expect(saved).toEqual(["vedette.yaml"]));
  expect(await contents[0]?.text()).toBe("monitors: []\n");
});
