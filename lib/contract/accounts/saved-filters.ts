import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";

export const FILTERED_LISTS = ["monitors", "incidents"] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

const fields = {
  list: z.enum(FILTERED_LISTS).meta({ title: "List", examples: ["monitors"] }),
  name: text(1, 60).meta({ title: "Name", description: "1 to 60 characters.", examples: ["Down in Europe"] }),
  query: z
    .string()
    .max(1000)
    .meta({
      title: "Filters",
      description: "Query of the list's URL, at most 1,000 characters.",
      examples: ["status=offline&tag=eu"],
    }),
};

export const SaveFilter = z.object(fields);
export type SaveFilter = z.infer<typeof SaveFilter>;

export const SavedFilter = z.object({ id: Id, ...fields, created_at: DateOut });
export type SavedFilter = z.infer<typeof SavedFilter>;

export const endpoints = endpointsOf("session", "Accounts", {
  listSavedFilters: {
    at: "GET /account/filters",
    summary: "List your saved filters",
    description: "Filters of the current project, sorted by name.",
    response: SavedFilter,
    list: true,
  },
  saveFilter: {
    at: "POST /account/filters",
    summary: "Save filters under a name",
    description: "Replaces filters that you already saved for the list under this name.",
    body: SaveFilter,
    response: SavedFilter,
    status: 201,
  },
  deleteSavedFilter: {
    at: "DELETE /account/filters/{savedFilterId}",
    summary: "Delete one of your saved filters",
  },
});
