import { Command } from "commander";
import * as z from "zod";
import { Email, ROLES, UserName } from "@/lib/contract/accounts/users";
import { createUser, endTwoFactorByEmail, resetPassword } from "@/lib/services/accounts/user-admin";
import { listUsers } from "@/lib/services/accounts/users";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { parseOption } from "../options";
import { print, printTable, remark } from "../output";

const MAX_LISTED = 1000;

export function usersCommand(): Command {
  const command = new Command("users").description("manage user accounts");
  command
    .command("list")
    .description("list all accounts with their roles")
    .action(async () => {
      const { items } = await withDatabase(async () =>
        listUsers(await commandLineCaller(), {}, { limit: MAX_LISTED, offset: 0 }),
      );
      printTable(
        ["id", "email", "name", "role"],
        items.map((user) => [user.id, user.email, user.name, user.role]),
      );
    });
  command
    .command("create")
    .description("create an account and print its password; it's shown only once")
    .requiredOption("--email <address>", "email address for signing in")
    .requiredOption("--name <name>", "display name")
    .option("--role <role>", `role: ${ROLES.join(", ")}`, "member")
    .action(create);
  command
    .command("reset-password")
    .description("set a new random password, print it, and sign the user out everywhere")
    .requiredOption("--email <address>", "email address of the account")
    .action(async (options: { email: string }) => {
      const email = parseOption("--email", Email, options.email);
      print(await withDatabase(async () => resetPassword(await commandLineCaller(), email)));
      remark("The user was signed out everywhere.");
    });
  command
    .command("disable-two-factor")
    .description("turn off two-factor sign-in for a user who lost their phone and recovery codes")
    .requiredOption("--email <address>", "email address of the account")
    .action(async (options: { email: string }) => {
      const email = parseOption("--email", Email, options.email);
      await withDatabase(async () => endTwoFactorByEmail(await commandLineCaller(), email));
      remark(`${email} can now sign in with only a password.`);
    });
  return command;
}

async function create(options: { email: string; name: string; role: string }): Promise<void> {
  const person = {
    email: parseOption("--email", Email, options.email),
    name: parseOption("--name", UserName, options.name),
    role: parseOption("--role", z.enum(ROLES), options.role),
  };
  print(await withDatabase(async () => createUser(await commandLineCaller(), person)));
}
