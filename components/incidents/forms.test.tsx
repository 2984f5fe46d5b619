import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { TemplateFields } from "@/components/incidents/templates/template-fields";
import { CommentForm } from "@/components/incidents/updates/comment-form";
import { UpdateEdit } from "@/components/incidents/updates/update-edit";
import { UpdateForm } from "@/components/incidents/updates/update-form";
import { invalidField } from "@/lib/contract/core/errors";
import { NEW_TEMPLATE } from "@/lib/presenters/incidents/template-form";
import { testForm } from "@/lib/testing/screen/form";
import { anIncident } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { IncidentEdit } from "./incident-edit";
import { IncidentForm } from "./incident-form";
import { PostMortemForm } from "./post-mortem-form";

const ignore = () => undefined;
const manual = anIncident({ type: "manual", state: "investigating" });
const update = {
  id: 3,
  incident_id: 5,
  state: "investigating" as const,
  content: "We are looking into it.",
  published_at: "2026-11-21T06:10:30Z",
  next_update_at: null,
  created_at: "2026-11-21T06:10:30Z",
  updated_at: "2026-11-21T06:10:30Z",
};

testForm("the form of a new incident", {
  form: <IncidentForm />,
  enter: () => fill("Title", "Checkout is slow"),
  submit: "Create incident",
  sends: ["createIncident", { title: "Checkout is slow", impact: "partial_outage", monitors: [] }],
  rejects: ["title", "Title"],
});

testForm("the form of an update", {
  form: <UpdateForm incident={manual} />,
  enter: async (user) => {
    fill("Message", "A fix is out.");
    await user.click(screen.getByText("Monitoring"));
  },
  submit: "Post update",
  sends: ["createIncidentUpdate", { state: "monitoring", content: "A fix is out.", next_update_at: null }],
  answer: { published_at: "2026-01-01T00:00:00Z" },
  rejects: ["content", "Message"],
});

testForm("the form of a comment", {
  form: <CommentForm incident={manual} />,
  enter: () => fill("Comment", "Called the provider."),
  submit: "Add comment",
  sends: ["createIncidentComment", { content: "Called the provider." }],
  rejects: ["content", "Comment"],
});

testForm("the form of an existing incident", {
  form: <IncidentEdit incident={manual} onDone={ignore} />,
  enter: () => fill("Title", "Payments fail"),
  submit: "Save",
  sends: ["updateIncident", { title: "Payments fail", monitors: [1] }],
  rejects: ["title", "Title"],
});

testForm("the form of an existing update", {
  form: <UpdateEdit update={update as never} onDone={ignore} />,
  enter: () => fill("Message", "We found the cause."),
  submit: "Save",
  sends: ["editIncidentUpdate", { content: "We found the cause.", state: "investigating" }],
  rejects: ["published_at", "Published at"],
});

testForm("the form of a post-mortem", {
  form: <PostMortemForm incident={manual} draft={null} onDone={ignore} />,
  enter: () => fill("Post-mortem", "A disk was full."),
  submit: "Publish post-mortem",
  sends: ["updateIncident", { post_mortem: "A disk was full." }],
  rejects: ["post_mortem", "Post-mortem"],
});

testForm("the form of a template", {
  form: <TemplateFields id={null} draft={NEW_TEMPLATE} onDone={ignore} />,
  enter: () => fill("Name", "Provider down"),
  submit: "Create template",
  sends: ["createIncidentTemplate", { name: "Provider down" }],
  rejects: ["name", "Name"],
});

test("an edited update without a new date keeps its seconds", async () => {
  const { user, bodiesOf } = renderScreen(<UpdateEdit update={update as never} onDone={ignore} />);
  await user.click(screen.getByText("Save"));
  await waitFor(() => expect(bodiesOf("editIncidentUpdate")).toHaveLength(1));
  expect(bodiesOf("editIncidentUpdate")[0]).not.toHaveProperty("published_at");
});

test("sends only the update again when the incident is open but its first update was rejected", async () => {
  let tries = 0;
  const { user, sent, opened } = renderScreen(<IncidentForm />, {
    answers: {
      createIncident: anIncident({ id: 8 }),
      createIncidentUpdate: () => {
        tries += 1;
        if (tries === 1) throw invalidField("content", "content is too long.");
        return { id: 1 };
      },
    },
  });
  fill("Title", "Checkout is slow");
  fill("Message", "We are on it.");
  await user.click(screen.getByText("Create incident"));
  await screen.findByText(/its first update wasn't posted/);
  await user.click(screen.getByText("Post update"));
  await waitFor(() => expect(opened).toEqual(["/incidents/8"]));
  const writes = sent.map(({ id }) => id).filter((id) => id.startsWith("create"));
  expect(writes).toEqual(["createIncident", "createIncidentUpdate", "createIncidentUpdate"]);
});

test("keeps a half-written update across a reload, and forgets it once it is posted", async () => {
  const answers = { createIncidentUpdate: { published_at: "2026-01-01T00:00:00Z" } };
  const first = renderScreen(<UpdateForm incident={manual} />, { answers });
  fill("Message", "Half a sentence");
  first.unmount();
  const { user, unmount } = renderScreen(<UpdateForm incident={manual} />, { answers });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("Half a sentence");
  await user.click(screen.getByText("Post update"));
  await screen.findByText("Update posted");
  unmount();
  renderScreen(<UpdateForm incident={manual} />, { answers });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("");
});
