import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { testForm } from "@/lib/testing/screen/form";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { AddRunnerDialog } from "./add-runner-dialog";

const ignore = () => undefined;
const form = <AddRunnerDialog open onClose={ignore} />;
const command = "CONTROL_URL=https://status.example.com RUNNER_TOKEN=abc npm run runner";

testForm("the form of a runner", {
  form,
  enter: async (user) => {
    fill("Name", "paris-1");
    await user.selectOptions(screen.getByLabelText("Region"), "eu-fra-cdg");
  },
  submit: "Create token",
  sends: ["createRunner", { name: "paris-1", region: "eu-fra-cdg" }],
  answer: { command },
  rejects: ["name", "Name"],
});

test("shows the command with the token once", async () => {
  const { user } = renderScreen(form, { answers: { createRunner: { command } } });
  fill("Name", "paris-1");
  await user.click(screen.getByText("Create token"));
  expect(await screen.findByText(command)).toBeDefined();
  expect(screen.queryByText(/APP_URL isn't set/)).toBeNull();
});
