import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { DeploymentButton } from "./deployment-button";

test("marks a deployment by hand, now, with what was entered", async () => {
  const { user, bodiesOf } = renderScreen(<DeploymentButton />, { answers: { createDeployment: { id: 1 } } });
  await user.click(screen.getByText("Mark a deployment"));
  fill("Name", "Checkout");
  await user.click(
    screen.getAllByText("Mark a deployment", { selector: "button[type=submit]" })[0] as Element,
  );
  await waitFor(() =>
    expect(bodiesOf("createDeployment")).toEqual([{ name: "Checkout", version: null, url: null }]),
  );
  expect(await screen.findByText("Deployment marked")).toBeDefined();
});
