import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { invalidField } from "@/lib/contract/core/errors";
import type { EndpointId } from "@/lib/contract/endpoints";
import type { Answers } from "./api";
import { renderScreen } from "./render";

interface FormCase {
  form: ReactNode;
  answers?: Answers;
  /** Enters something valid. */
  enter: (user: UserEvent) => unknown;
  submit: string;
  /** The request that follows, with the part of the body that matters. */
  sends: [EndpointId, object];
  /** What the server answers. */
  answer?: unknown;
  /** A field that the server may reject, and the label of its control. */
  rejects?: [field: string, label: string | RegExp];
}

const button = (words: string) => screen.getByText<HTMLButtonElement>(words, { selector: "button" });

/** Tests the promises that every form keeps: it sends what was entered once, and shows what was rejected beside its control. */
export function testForm(
  name: string,
  { form, answers, enter, submit, sends, answer, rejects }: FormCase,
): void {
  const [id, body] = sends;
  test(`${name} sends what was entered, and only once while it waits`, async () => {
    let respond = () => {};
    const wait = () => new Promise((resolve) => (respond = () => resolve(answer ?? { id: 9 })));
    const { user, bodiesOf } = renderScreen(form, { answers: { ...answers, [id]: wait } });
    await screen.findByText(submit, { selector: "button" });
    await enter(user);
    await user.click(button(submit));
    await waitFor(() => expect(bodiesOf(id)).toHaveLength(1));
    // A disabled button would lose the focus.
    expect(button(submit).disabled).toBe(false);
    expect(document.activeElement).toBe(button(submit));
    await user.click(button(submit));
    expect(bodiesOf(id)).toMatchObject([body]);
    respond();
    await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    expect(document.querySelector("[aria-invalid]")).toBeNull();
  });
  if (!rejects) return;
  const [field, label] = rejects;
  test(`${name} shows a rejected ${field} beside its control and keeps what was entered`, async () => {
    const refuse = () => {
      throw invalidField(field, `${field} is taken.`);
    };
    const { user } = renderScreen(form, { answers: { ...answers, [id]: refuse } });
    await screen.findByText(submit, { selector: "button" });
    await enter(user);
    const before = textIn(label);
    await user.click(button(submit));
    await waitFor(() => expect(descriptionOf(label)).toContain("taken"));
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(textIn(label)).toBe(before);
    expect(button(submit).disabled).toBe(false);
  });
}

/** Returns what a screen reader reads after the control's name: its error and its help. */
function descriptionOf(label: string | RegExp): string {
  const ids = screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

function textIn(label: string | RegExp): string {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}
