import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo, useState } from "react";
import { ProtocolsProvider } from "@/components/page/protocols";
import { ViewerProvider } from "@/components/page/viewer-context";
import { ToastProvider } from "@/components/ui/overlays/toast";
import { makeQueryClient } from "@/lib/client/query-client";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { protocolWords } from "@/lib/presenters/monitors/protocol-forms";
import { type Answers, fakeApi, type Sent } from "./api";

export const ADA: Viewer = {
  user: { id: 1, name: "Ada", email: "ada@example.com", role: "owner" },
  organization: "Acme",
  project: { id: 1, name: "Shop", is_demo: false },
  projects: [{ id: 1, name: "Shop" }],
  permissions: ["platform:read", "platform:write", "uptime:read", "uptime:write", "incidents:moderate"],
  namedRegions: [],
};

export interface Options {
  answers?: Answers;
  viewer?: Viewer;
  /** Path and query of the page. */
  at?: string;
}

/** Renders a component as inside the dashboard, and returns a user, the cache, the requests sent to the API, and the pages opened. */
export function renderScreen(ui: ReactNode, { answers = {}, viewer = ADA, at = "/" }: Options = {}) {
  const sent: Sent[] = fakeApi(answers);
  const opened: string[] = [];
  const client = makeQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Address at={at} opened={opened}>
          <ProtocolsProvider protocols={protocolWords()}>
            <ViewerProvider value={viewer}>{ui}</ViewerProvider>
          </ProtocolsProvider>
        </Address>
      </ToastProvider>
    </QueryClientProvider>,
  );
  const bodiesOf = (id: Sent["id"]) => sent.filter((each) => each.id === id).map(({ body }) => body);
  return {
    ...view,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    client,
    sent,
    bodiesOf,
    opened,
  };
}

/** Puts text into the control with this label at once; typing it letter by letter would take longer than the rest of a test. */
export function fill(label: string | RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Provides a router that notes what it opens, and like Next's follows `history.replaceState`. */
function Address({ at, opened, children }: { at: string; opened: string[]; children: ReactNode }) {
  const [address, setAddress] = useState(at);
  const router = useMemo(() => {
    window.history.replaceState = (_, __, url) => setAddress(String(url));
    const open = (href: string) => void opened.push(href);
    const ignore = () => undefined;
    return { push: open, replace: open, prefetch: ignore, refresh: ignore, back: ignore, forward: ignore };
  }, [opened]);
  const { pathname, searchParams } = new URL(address, "http://vedette.test");
  return (
    <AppRouterContext.Provider value={router as never}>
      <PathnameContext.Provider value={pathname}>
        <SearchParamsContext.Provider value={searchParams}>{children}</SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>
  );
}
