import { expect, type Page, test } from "@playwright/test";
import { codeOf, fromBase32 } from "../lib/testing/accounts/authenticator";
import { apiClient } from "./support/api-client";
import { pressEnterOn } from "./support/keyboard";
import { expectFits } from "./support/look";
import { type MailServer, startMailServer } from "./support/mail-server";
import { beginSignIn, OWNED, OWNER, signInByForm } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// Two people in two browsers: one invites; the other joins, gets another role, sets up two-factor, and loses their
// phone.
const CLEO = { email: "cleo@example.com", password: "another long enough password" };

let stack: Stack;
let mail: MailServer;

test.beforeAll(async () => {
  mail = await startMailServer();
  stack = await startStack({ variables: { SMTP_URL: mail.url, ...OWNED } });
  await (await apiClient(stack, 1)).post("/projects", { name: "Shop", members: [1] });
});
test.afterAll(async () => {
  await stack?.stop();
  await mail?.stop();
});

/** Acts like a new browser. Leaves the page first, so that it can't redirect to the sign-in page while we navigate there. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

test("a member can be invited, join, change role, set up two-factor, and use a recovery code", async ({
  page,
  browser,
}) => {
  const cleo = await (await browser.newContext()).newPage();
  const home = cleo.getByRole("heading", { level: 1 });
  let secret: Buffer = Buffer.alloc(0);
  let recoveryCode = "";

  await test.step("the owner invites by email, using only the keyboard", async () => {
    await signInByForm(page, stack);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What do you want to monitor?");
    await page.goto(`${stack.url}/settings/members`);
    await pressEnterOn(page.getByRole("button", { name: "Invite member" }));
    await page.getByLabel("Shop").focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Email").fill("cleo@example.com");
    await expectFits(page, "members-invite");
    await pressEnterOn(page.getByRole("dialog").getByRole("button", { name: "Invite member" }));
    await expect(page.getByText("Link sent to cleo@example.com.")).toBeVisible();
    await expectFits(page, "members-link");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Revoke invitation for cleo@example.com" })).toBeVisible();
  });

  await test.step("the link in the email creates a member", async () => {
    const sent = await mail.waitForMail("cleo@example.com");
    const path = /\/setup\/[\w-]{43}/.exec(sent.replace(/=\r\n/g, ""))?.[0];
    await cleo.goto(`${stack.url}${path}`);
    await expect(cleo.getByLabel("Email")).toHaveValue("cleo@example.com");
    await expectFits(cleo, "members-join");
    await cleo.getByLabel("Your name").fill("Cleo");
    await cleo.getByLabel("Password").fill(CLEO.password);
    await cleo.getByRole("button", { name: "Join" }).click();
    await expect(home).not.toHaveText(/join/i);
    await cleo.goto(`${stack.url}/settings/members`);
    await expect(cleo.getByText("ada@example.com")).toBeVisible();
    await expect(cleo.getByRole("button", { name: "Invite member" })).toHaveCount(0);
    await expect(cleo.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  });

  await test.step("a new role signs the member out and grants access on the next sign-in", async () => {
    await page.reload();
    await expect(page.getByText("Member · Main")).toBeVisible();
    await page.getByRole("button", { name: "Actions for Cleo" }).click();
    await expectFits(page, "members");
    await page.getByRole("menuitem", { name: "Edit role and projects" }).click();
    await page.getByLabel("Role").selectOption("admin");
    await page.getByLabel("Your password").fill(OWNER.password);
    await expectFits(page, "members-change");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await cleo.goto(`${stack.url}/settings/members`);
    await expect(cleo).toHaveURL(/sign-in/);
    await signInByForm(cleo, stack, CLEO);
    await expect(home).toHaveText("What do you want to monitor?");
    await cleo.goto(`${stack.url}/settings/members`);
    await expect(cleo.getByRole("button", { name: "Invite member" })).toBeVisible();
    await expect(cleo.getByRole("button", { name: "Actions for Admin" })).toHaveCount(0);
  });

  await test.step("two-factor is set up with the key next to the QR code", async () => {
    await cleo.goto(`${stack.url}/settings/security`);
    await expectFits(cleo, "security");
    await cleo.getByRole("button", { name: "Turn on" }).click();
    await cleo.getByLabel("Your password").fill(CLEO.password);
    await cleo.getByRole("button", { name: "Continue" }).click();
    await expect(cleo.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await expectFits(cleo, "security-scan");
    const key = (await cleo.getByRole("dialog").locator("code").textContent()) ?? "";
    secret = fromBase32(key.replaceAll(" ", ""));
    await cleo.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
    await cleo.getByRole("button", { name: "Turn on" }).last().click();
    const codes = cleo.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    recoveryCode = (await codes.first().textContent()) ?? "";
    await expectFits(cleo, "security-codes");
    await cleo.getByRole("button", { name: "I've saved these codes" }).click();
    await expect(cleo.getByText("10 recovery codes left")).toBeVisible();
    await expectFits(cleo, "security-on");
  });

  await test.step("sign-in asks for the code and accepts it", async () => {
    await forgetSession(cleo);
    await beginSignIn(cleo, stack, CLEO);
    const code = cleo.getByRole("textbox", { name: "Code" });
    await expect(code).toBeFocused();
    await expectFits(cleo, "sign-in-code");
    await code.fill("000000");
    await cleo.keyboard.press("Enter");
    await expect(cleo.getByText("This code is wrong, expired, or already used.")).toBeVisible();
    // The code of the current time step was already used to turn on two-factor; the next one is accepted as well.
    await code.fill(codeOf(secret, 1));
    await cleo.keyboard.press("Enter");
    await expect(home).toHaveText("What do you want to monitor?");
  });

  await test.step("without the phone, a recovery code signs in once", async () => {
    await forgetSession(cleo);
    await beginSignIn(cleo, stack, CLEO);
    await cleo.getByRole("textbox", { name: "Code" }).fill(recoveryCode);
    await cleo.keyboard.press("Enter");
    await expect(home).toHaveText("What do you want to monitor?");
    await cleo.goto(`${stack.url}/settings/security`);
    await expect(cleo.getByText("9 recovery codes left")).toBeVisible();
    await cleo.getByRole("button", { name: "Sign out other sessions" }).click();
    await expect(cleo.getByText("Signed out of all other sessions")).toBeVisible();
    await expect(cleo.getByRole("button", { name: "Sign out other sessions" })).toHaveCount(0);
  });

  await test.step("the audit log records changes to members and keys", async () => {
    await page.goto(`${stack.url}/settings/audit-log`);
    for (const words of [
      "signed in with a recovery code; 9 left",
      "entered the right password but a wrong code",
      "turned on two-factor sign-in",
      "changed Cleo from member to admin",
      "joined as member",
      "invited cleo@example.com as member",
    ])
      await expect(page.getByText(words)).toBeVisible();
    await expectFits(page, "audit-log");
    await page.getByLabel("Action", { exact: true }).selectOption("invitation");
    await expect(page).toHaveURL(/subject=invitation/);
    await expect(page.getByText("turned on two-factor sign-in")).toHaveCount(0);
  });

  await test.step("a forgotten password is reset by email and still needs the code", async () => {
    const before = mail.mails.length;
    await cleo.goto(`${stack.url}/forgot-password`);
    await expectFits(cleo, "forgot-password");
    await cleo.getByLabel("Email").fill("cleo@example.com");
    await cleo.getByRole("button", { name: "Send reset link" }).click();
    await expect(cleo.getByText("If this address has an account")).toBeVisible();
    await expect.poll(() => mail.mails.length).toBe(before + 1);
    const path = /\/setup\/[\w-]{43}/.exec(String(mail.mails.at(-1)).replace(/=\r\n/g, ""))?.[0];
    await cleo.goto(`${stack.url}${path}`);
    await expect(cleo.getByRole("textbox", { name: "Code" })).toBeVisible();
    await expectFits(cleo, "reset-with-code");
  });
});
