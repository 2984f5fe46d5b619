import * as z from "zod";

/** The password that a signed-in person enters again. */
export const Confirmation = z.string().min(1).max(200).optional().meta({
  title: "Your password",
  description: "Required to create an organization key, to invite an owner, and to change a role.",
});
