import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { Id } from "../core/fields";

/** User IDs of the members who get notifications. */
export const Members = z
  .array(Id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, must("not contain duplicates"))
  .meta({
    title: "Members",
    description: "1 to 100 user IDs of the organization.",
    examples: [[1, 2]],
  });
