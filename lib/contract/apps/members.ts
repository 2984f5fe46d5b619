import * as z from "zod";
import { Id } from "../core/fields";

/** Members who are told: user ids of the organization. */
export const Members = z
  .array(Id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { message: "Each member may stand only once." })
  .meta({
    title: "Members",
    description: "1 to 100 user ids of the organization.",
    examples: [[1, 2]],
  });
