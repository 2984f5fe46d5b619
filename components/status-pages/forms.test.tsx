import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { invalidField } from "@/lib/contract/core/errors";
import { CreateStatusPage, type StatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import { newPageDraft } from "@/lib/presenters/status-pages/initial-draft";
import { listed } from "@/lib/testing/screen/api";
import { testForm } from "@/lib/testing/screen/form";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { AddSubscriberDialog } from "./add-subscriber-dialog";
import { ImportSubscribers } from "./import-subscribers";
import { PageForm } from "./page-form";

const ignore = () => undefined;
const editor = <PageForm initial={newPageDraft("Acme", DEFAULT_THEME)} info={fieldInfos(CreateStatusPage)} />;
const page = {
  name: "Acme",
  subdomain: "acme",
  title: "Acme status",
  description: "Live state",
  website_url: "https://acme.example.com",
};
const enterPage = () => {
  fill("Name", page.name);
  fill("Subdomain", page.subdomain);
  fill("Title", page.title);
  fill("Description", page.description);
  fill("Website", page.website_url);
};

testForm("the page editor", {
  form: editor,
  enter: enterPage,
  submit: "Publish page",
  sends: ["createStatusPage", page],
  rejects: ["subdomain", "Subdomain"],
});

testForm("the form of a subscriber", {
  form: (
    <AddSubscriberDialog
      open
      onClose={ignore}
      page={{ id: 1, components: [], subscription_channels: ["email"] }}
    />
  ),
  enter: () => fill("Email", "user@example.com"),
  submit: "Add subscriber",
  sends: [
    "addPageSubscriber",
    { email: "user@example.com", has_consented: false, components: [], groups: [], kinds: [] },
  ],
  answer: { state: "unconfirmed", email: "user@example.com", secret: null },
  rejects: ["email", "Email"],
});

test("imports subscribers only after a preview, and previews a changed file again", async () => {
  const result = {
    added: 2,
    skipped: [{ line: 3, address: "x", reason: "isn't an address" }],
    skipped_count: 1,
  };
  const { user, bodiesOf } = renderScreen(<ImportSubscribers onClose={ignore} pageId={1} />, {
    answers: { importPageSubscribers: result },
  });
  fill("CSV", "a@example.com\nb@example.com\nx");
  await user.click(screen.getByText("Preview"));
  expect((await screen.findByRole("alert")).textContent).toContain("agreed");
  await user.click(screen.getByLabelText(/agreed/));
  await user.click(screen.getByText("Preview"));
  expect(await screen.findByText("Import 2 subscribers")).toBeDefined();
  fill("CSV", "a@example.com");
  await user.click(screen.getByText("Preview"));
  await user.click(await screen.findByText("Import 2 subscribers"));
  await waitFor(() =>
    expect(bodiesOf("importPageSubscribers").map((body) => (body as { preview: boolean }).preview)).toEqual([
      true,
      true,
      true,
      false,
    ]),
  );
});

test("keeps the sections of a published page closed, and opens the one of a rejected field", async () => {
  const stored = {
    id: 1,
    ...page,
    url: "http://vedette.test/status/acme",
    is_private: true,
    domain: null,
    subscription_channels: ["rss"],
  } as StatusPage;
  const { user } = renderScreen(
    <PageForm
      initial={newPageDraft("Acme", DEFAULT_THEME)}
      info={fieldInfos(CreateStatusPage)}
      page={stored}
    />,
    {
      answers: {
        previewStatusPage: { html: "<p>Acme</p>" },
        getStatusPage: stored,
        updateStatusPage: () => {
          throw invalidField("domain", "domain is taken.");
        },
      },
    },
  );
  const isOpen = (label: RegExp) => screen.getByLabelText(label).closest("details")?.open;
  expect([isOpen(/^Title/), isOpen(/^Custom domain/)]).toEqual([false, false]);
  fill("Title", page.title);
  fill("Website", page.website_url);
  await user.click(screen.getByText("Save"));
  await waitFor(() => expect(isOpen(/^Custom domain/)).toBe(true));
  expect(isOpen(/^Title/)).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Custom domain/));
});

test("puts monitors on the page in the chosen order", async () => {
  const { user, bodiesOf } = renderScreen(editor, {
    answers: {
      listMonitors: listed([aMonitor(), aMonitor({ id: 2, name: "Mail" })]),
      createStatusPage: { id: 1 },
    },
  });
  enterPage();
  await user.click(await screen.findByLabelText("Shop"));
  await user.click(screen.getByLabelText("Mail"));
  await user.click(screen.getAllByLabelText(/^Move .* up$/)[1] as HTMLElement);
  await user.click(screen.getByText("Publish page"));
  await waitFor(() => expect(bodiesOf("createStatusPage")).toHaveLength(1));
  expect(bodiesOf("createStatusPage")[0]).toMatchObject({
    components: [{ componentable_id: 2 }, { componentable_id: 1 }],
  });
});
