import { expect, test } from "vitest";
import { imageProblem, previewOf } from "./images";

test("says which types and sizes a logo and a favicon may have, and what was chosen", () => {
  expect(imageProblem("logo_light", { name: "logo.JPG", size: 1024 * 1024 })).toBeNull();
  expect(imageProblem("favicon_dark", { name: "logo.jpg", size: 10 })).toBe(
    "Upload a PNG or SVG. You chose logo.jpg.",
  );
  expect(imageProblem("logo_dark", { name: "logo.svg", size: 1.5 * 1024 * 1024 })).toBe(
    "Upload an image of at most 1 MiB. logo.svg has 1.5 MiB.",
  );
});

test("shows the chosen image, else the stored one from the dashboard's host, and none after removal", () => {
  const page = {
    subdomain: "acme",
    logo_light: "https://status.acme.example/files/logo_light?v=0123456789ab",
    logo_dark: null,
    favicon_light: null,
    favicon_dark: null,
  };
  const stored = "/status/acme/files/logo_light?v=0123456789ab";
  expect(previewOf("logo_light", undefined, page)).toBe(stored);
  expect(previewOf("logo_light", "data:image/png;base64,AA==", page)).toBe("data:image/png;base64,AA==");
  expect(previewOf("logo_light", false, page)).toBeNull();
  expect(previewOf("logo_dark", undefined, page)).toBeNull();
  expect(previewOf("logo_dark", undefined, undefined)).toBeNull();
});
