import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root, say, step } from "./step.mjs";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, Playwright's, or the system's; otherwise installs one. Returns
 * its path, or null after printing what to do.
 */
export async function findBrowser() {
  return present() ?? (await bring());
}

function present() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && existsSync(chosen)) return chosen;
  if (chosen) say(`  CHROMIUM_PATH ${chosen} does not exist; looking elsewhere`);
  delete process.env.CHROMIUM_PATH;
  return [playwrightsOwn(), ...SYSTEM].find((file) => file && existsSync(file)) ?? null;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)("@playwright/test").chromium.executablePath();
  } catch {
    return null;
  }
}

async function bring() {
  if (process.getuid?.() === 0 && has("apt-get")) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await step("Updating package lists", "apt-get", ["update", "-qq"], { env });
    await step("Installing Chromium", "apt-get", ["install", "-y", "-qq", "chromium", "fonts-liberation"], {
      env,
    });
    if (present()) return present();
  }
  const cli = path.join(root, "node_modules/@playwright/test/cli.js");
  await step("Downloading Playwright's Chromium (170 MB, once)", process.execPath, [
    cli,
    "install",
    "chromium",
  ]);
  if (present()) return present();
  say(
    "No browser found. Install Chromium with your package manager or set CHROMIUM_PATH, then run this again.",
  );
  return null;
}

function has(command) {
  try {
    execFileSync("which", [command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
