import { expect, test } from "vitest";
import {
  EMPTY_DRAFT,
  type FilledFields,
  fieldWords,
  keptFields,
  shownFields,
  type TemplateDraft,
  tagsOf,
  withoutTyped,
  withTemplate,
} from "./template-draft";
import { type FormTemplate, filledText, START_TEMPLATES } from "./update-templates";

const EMPTY: FilledFields = {
  title: "",
  description: "",
  impact: "partial_outage",
  tags: "",
  update_state: "investigating",
  update_content: "",
};
const PAY: FormTemplate = {
  key: "1",
  name: "Payments",
  title: "Payments fail in {what}",
  description: "Call them.",
  impact: "major_outage",
  tags: ["pay", "team:web"],
  update_state: "identified",
  update_content: "{what} can't charge. {other} $& stays.",
};
const ALL = Object.keys(EMPTY) as (keyof FilledFields)[];
const typing = (draft: TemplateDraft, typed: Partial<FilledFields>): TemplateDraft => ({
  ...draft,
  typed: { ...draft.typed, ...typed },
});

test("a template fills in an empty form with the names of affected monitors, including ones chosen later", () => {
  const draft = withTemplate(EMPTY_DRAFT, PAY);
  expect(shownFields(draft, [], EMPTY)).toEqual({
    title: "Payments fail in our service",
    description: "Call them.",
    impact: "major_outage",
    tags: "pay, team:web",
    update_state: "identified",
    update_content: "our service can't charge. {other} $& stays.",
  });
  expect(shownFields(draft, ["Shop", "$1"], EMPTY).title).toBe("Payments fail in Shop, $1");
  expect(keptFields(draft, [], ALL)).toEqual([]);
});

test("keeps typed text until the person asks for the template's text", () => {
  const before = withTemplate(typing(EMPTY_DRAFT, { title: "Mine", tags: " " }), PAY);
  expect(shownFields(before, [], EMPTY)).toMatchObject({ title: "Mine", tags: "pay, team:web" });
  const after = typing(before, { update_content: "Ours.", description: "Call them." });
  const kept = keptFields(after, [], ALL);
  expect(kept).toEqual(["title", "update_content"]);
  expect(fieldWords(kept)).toBe("The title and the message");
  expect(keptFields(after, [], ["update_content"])).toEqual(["update_content"]);
  expect(shownFields(withoutTyped(after, kept), [], EMPTY)).toMatchObject({
    title: "Payments fail in our service",
    update_content: "our service can't charge. {other} $& stays.",
  });
});

test("an emptied field stays empty until another template is chosen", () => {
  const emptied = typing(withTemplate(EMPTY_DRAFT, PAY), { description: "" });
  expect(shownFields(emptied, [], EMPTY).description).toBe("");
  expect(shownFields(withTemplate(emptied, PAY), [], EMPTY).description).toBe("Call them.");
  expect(shownFields(withTemplate(emptied, null), [], EMPTY)).toEqual(EMPTY);
});

test("the built-in templates have an update for each state and nothing else", () => {
  expect(START_TEMPLATES.map(({ update_state }) => update_state)).toEqual([
    "investigating",
    "identified",
    "monitoring",
    "resolved",
  ]);
  expect(START_TEMPLATES.every(({ title, impact }) => title === null && impact === null)).toBe(true);
  expect(filledText("{what} and {what}", ["a", "b", "c", "d"])).toBe("several services and several services");
});

test("splits typed tags", () => {
  expect(tagsOf(" a, b  c,,")).toEqual(["a", "b", "c"]);
  expect(tagsOf(" , ")).toBeNull();
});
