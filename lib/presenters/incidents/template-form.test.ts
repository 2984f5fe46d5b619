import { expect, test } from "vitest";
import { CreateIncidentTemplate } from "@/lib/contract/incidents/templates";
import { draftOfTemplate, NEW_TEMPLATE, templateBody, templateWords } from "./template-form";
import { START_TEMPLATES } from "./update-templates";

test("creates a template without an update when the message is empty", () => {
  const body = templateBody({ ...NEW_TEMPLATE, name: "Pay", title: " Down ", update_content: " \n" });
  expect(body).toEqual({
    name: "Pay",
    title: "Down",
    description: null,
    impact: null,
    tags: null,
    update_state: null,
    update_content: null,
  });
});

test("built-in templates pass through the form unchanged and are valid", () => {
  for (const { key: _key, ...template } of START_TEMPLATES) {
    const body = templateBody(draftOfTemplate(template));
    expect(body).toEqual(template);
    expect(CreateIncidentTemplate.parse(body)).toEqual(template);
  }
});

test("summarizes the fields that a template fills in", () => {
  const words = { title: "Payments fail", impact: "major_outage", update_state: "identified" } as const;
  expect(templateWords(words)).toBe("Payments fail · Major outage · Update: Identified");
  expect(templateWords({ title: null, impact: null, update_state: "resolved" })).toBe("Update: Resolved");
});
