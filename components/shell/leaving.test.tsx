import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/lib/contract/core/errors";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { AccountMenu } from "./navigation/account-menu";
import { ProjectSwitcher } from "./navigation/project-switcher";

const refuse = () => {
  throw new ApiError(503, "The database is down.");
};

test("says why the person couldn't be signed out", async () => {
  const { user } = renderScreen(<AccountMenu viewer={ADA} />, { answers: { signOut: refuse } });
  await user.click(screen.getByRole("button", { name: /^Account menu/ }));
  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));
  expect(await screen.findByText("The database is down.")).toBeDefined();
});

test("says why the project couldn't be switched", async () => {
  const viewer = { ...ADA, projects: [{ id: 2, name: "Staging" }] };
  const { user } = renderScreen(<ProjectSwitcher viewer={viewer} />, { answers: { switchProject: refuse } });
  await user.click(screen.getByRole("button", { name: "Switch project" }));
  await user.click(screen.getByRole("menuitem", { name: "Staging" }));
  expect(await screen.findByText("The database is down.")).toBeDefined();
});
