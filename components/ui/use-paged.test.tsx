// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { usePaged } from "./use-paged";

afterEach(cleanup);

function List({ count }: { count: number }) {
  const { shown, pager } = usePaged(Array.from({ length: count }, (_, at) => at + 1));
  return (
    <>
      <p data-testid="shown">{`${shown[0]}–${shown.at(-1)}`}</p>
      {pager}
    </>
  );
}

test("shows 50 items a page and the total", async () => {
  const { rerender } = render(<List count={120} />);
  expect(screen.getByTestId("shown").textContent).toBe("1–50");
  expect(screen.getByText("1–50 of 120")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(screen.getByTestId("shown").textContent).toBe("101–120");
  expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
  // The last items were deleted meanwhile.
  rerender(<List count={80} />);
  expect(screen.getByTestId("shown").textContent).toBe("51–80");
});

test("shows no pager while one page holds everything", () => {
  render(<List count={50} />);
  expect(screen.queryByRole("button")).toBeNull();
});
