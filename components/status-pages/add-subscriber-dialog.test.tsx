// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ToastProvider } from "@/components/ui/overlays/toast";
import { AddSubscriberDialog } from "./add-subscriber-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("shows why a subscriber is refused in the dialog, whatever the field", async () => {
  const errors = {
    email: ["email must be a valid email address."],
    has_consented: ["has_consented must be true while this server has no mail server."],
  };
  vi.stubGlobal("fetch", async () => Response.json({ message: "Refused", errors }, { status: 422 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <AddSubscriberDialog
          open
          onClose={() => undefined}
          page={{ id: 1, components: [], subscription_channels: ["email"] }}
        />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText("Email"), "ada");
  await userEvent.click(screen.getByRole("button", { name: "Add subscriber" }));
  expect(await screen.findByText(/must be a valid email address/)).toBeTruthy();
  expect(screen.getByText(/has no mail server/)).toBeTruthy();
});
