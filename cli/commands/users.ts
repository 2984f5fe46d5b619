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
  const command = new Command("users").description("accounts of people");
  command
    .command("list")
    .description("every account with its role")
    .action(async () => {
      const { items } = await withDatabase(async () =>
        listUsers(await commandLineCaller(), {}, { limit: MAX_LISTED, offset: 0 }),
      );
      printTable(
        ["id", "e-mail", "name", "role"],
        items.map((user) => [user.id, user.email, user.name, user.role]),
      );
    });
  command
    .command("create")
    .description("make an account and print its password, alone and once")
    .requiredOption("--email <address>", "what the person signs in with")
    .requiredOption("--name <name>", "as others see it")
    .option("--role <role>", `one of ${ROLES.join(", ")}`, "member")
    .action(create);
  command
    .command("reset-password")
    .description("give an account a new password, print it, and sign it out everywhere")
    .requiredOption("--email <address>", "whose")
    .action(async (options: { email: string }) => {
      const email = parseOption("--email", Email, options.email);
      print(await withDatabase(async () => resetPassword(await commandLineCaller(), email)));
      remark("Every session of this account has ended.");
    });
  command
    .command("disable-two-factor")
    .description("let an account sign in without a code, when phone and recovery codes are lost")
    .requiredOption("--email <address>", "whose")
    .action(async (options: { email: string }) => {
      const email = parseOption("--email", Email, options.email);
      await withDatabase(async () => endTwoFactorByEmail(await commandLineCaller(), email));
      remark(`${email} signs in with the password alone now.`);
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
