import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError, invalidField } from "@/lib/contract/core/errors";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { SignInForm } from "./sign-in-form";

test("says which field is wrong and keeps what was typed", async () => {
  const signIn = () => {
    throw invalidField("email", "email must be a valid email address.");
  };
  const { user } = renderScreen(<SignInForm />, { answers: { signIn } });
  fill("Email", "ada");
  fill("Password", "secret");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const email = screen.getByLabelText<HTMLInputElement>("Email");
  expect(await screen.findByRole("alert")).toBeDefined();
  expect([email.value, email.getAttribute("aria-invalid")]).toEqual(["ada", "true"]);
});

test("asks for the second factor without calling it an error, and sends it with the password", async () => {
  let session: unknown = null;
  const signIn = ({ body }: { body: unknown }) => {
    if (!(body as { code?: string }).code) throw invalidField("code", "code is required.");
    return { user: { id: 1 } };
  };
  const onSignedIn = (given: unknown) => {
    session = given;
  };
  const { user, bodiesOf } = renderScreen(<SignInForm onSignedIn={onSignedIn} />, { answers: { signIn } });
  fill("Email", "ada@example.com");
  fill("Password", "secret");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText(/code/i), "123456{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(bodiesOf("signIn").at(-1)).toEqual({ email: "ada@example.com", password: "secret", code: "123456" });
  expect(session).toEqual({ user: { id: 1 } });
});

test("can't be sent twice while it waits, and shows why it was refused", async () => {
  let refuse = (_: Error) => {};
  const signIn = () => new Promise((_, reject) => (refuse = reject));
  const { user } = renderScreen(<SignInForm />, { answers: { signIn } });
  fill("Email", "ada@example.com");
  fill("Password", "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(true);
  refuse(new ApiError(401, "Wrong email or password."));
  expect((await screen.findByRole("alert")).textContent).toBe("Wrong email or password.");
});
