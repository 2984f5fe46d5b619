import * as z from "zod";
import { Id, uniqueList } from "@/lib/contract/core/fields";
import { fieldName } from "@/lib/contract/core/wording";
import { protocolContract } from "./protocol";

export const MEMBERS_MAX = 500;

const fields = {
  members: uniqueList(Id, MEMBERS_MAX).meta({
    title: "Members",
    description: "IDs of the group's members. Groups cannot be members.",
    examples: [[17, 18]],
  }),
  condition: z.enum(["all", "any", "at_least"]).meta({
    title: "Must be online",
    description:
      "Which members must be online. Members that are paused, in maintenance, or without data are left out.",
    examples: ["all"],
  }),
  required: z
    .number()
    .int()
    .min(1)
    .max(MEMBERS_MAX)
    .nullable()
    .meta({ title: "Number", description: "How many members must be online.", examples: [2] }),
};

/** The request of a monitor that is judged by the states of other monitors. */
export const GroupRequest = z
  .object({
    members: fields.members,
    condition: fields.condition.default("all"),
    required: fields.required.default(null),
  })
  .superRefine(({ condition, required }, context) => {
    const path = ["required"];
    const message = `${fieldName(["request", ...path])} must be set for the condition at_least.`;
    if (condition === "at_least" && required === null) context.addIssue({ code: "custom", path, message });
  });
export type GroupRequest = z.infer<typeof GroupRequest>;

export const group = protocolContract({
  label: "Group",
  request: GroupRequest,
  isReported: true,
  hasMembers: true,
  fields: {
    members: { monitors: true },
    condition: {
      choices: { all: "All members", any: "At least one member", at_least: "A number of members" },
    },
    required: { narrow: true, when: { condition: ["at_least"] }, initial: "1" },
  },
  target: "",
  place: () => ({ field: null, host: "", port: 0 }),
  errors: { group_down: "target" },
  failure: "Too few monitors of the group were online.",
});
