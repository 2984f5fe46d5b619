import * as z from "zod";
import { prose, text } from "@/lib/contract/core/fields";
import { readJson } from "@/lib/domain/checks/json-value";
import { trimEndOf } from "@/lib/shared/trim-end";
import type { ModelSubject } from "./model-question";

const POST_MORTEM_MAX = 10_000;

/** Same limits as the API. The fields themselves reject control and direction characters. */
const Opening = z.object({
  title: text(1, 250).refine((value) => !/[\t\r\n]/.test(value), { error: "The title must be one line." }),
  description: prose(1, 2000).transform((value) => value.trim()),
});
const PostMortem = z.object({ markdown: prose(1, POST_MORTEM_MAX).transform((value) => value.trim()) });

export type OpeningText = z.infer<typeof Opening>;
export type PostMortemText = z.infer<typeof PostMortem>;
type Read<T> = { readonly text: T } | { readonly refusal: string };

/** Extracts title and description from a model's response, or returns why they are rejected. `facts` is the model's input. */
export function readOpening(content: string, facts: string): Read<OpeningText> {
  return read(Opening, content, facts);
}

/** Does the same for a post-mortem draft. */
export function readPostMortem(content: string, facts: string): Read<PostMortemText> {
  return read(PostMortem, content, facts);
}

function read<T extends object>(schema: z.ZodType<T>, content: string, facts: string): Read<T> {
  const parsed = schema.safeParse(readJson(content));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".");
    return {
      refusal: place
        ? `its answer was refused: ${place}: ${issue?.message}`
        : "its answer was not a JSON object",
    };
  }
  const made = linksOf(Object.values(parsed.data).join(" ")).find((link) => !facts.includes(link));
  return made
    ? { refusal: "its answer was refused: it contains a link that is not in the facts" }
    : { text: parsed.data };
}

/** Returns the links in text, up to and including the host. */
function linksOf(written: string): string[] {
  return (
    written
      .match(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#)\]"'<>]+/gi)
      ?.map((link) => trimEndOf(link, /[.,;:]/)) ?? []
  );
}

/** Names what the model was asked for. */
export const SUBJECT_WORDS: Record<ModelSubject, string> = {
  opening: "title and description",
  post_mortem: "the draft of the post-mortem",
};
