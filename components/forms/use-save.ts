"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useToast } from "@/components/ui/overlays/toast";
import { request } from "@/lib/client/request";
import type { Input, Route } from "@/lib/client/route";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { type Preview, show } from "./preview";

interface Options<Answer, E extends Endpoint> {
  done?: string | ((answer: Answer, input: Input<E>) => string);
  /** Returns what reverts the change; false if there is nothing to revert. */
  undo?: (answer: Answer, input: Input<E>) => (() => void) | false;
  onDone?: (answer: Answer, input: Input<E>) => void;
  /** Value to show until the server responds. If it rejects the change, the screen shows the previous state again. */
  preview?: (input: Input<E>) => Preview;
  /** The form shows field errors itself, so a 422 shows no toast. */
  fields?: boolean;
}

/** Sends a change, refetches what is on screen and shows a toast. `errors` maps each field to its first error. */
export function useSave<E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  options: Options<Answer, E> = {},
) {
  const cache = useQueryClient();
  const toast = useToast();
  const mutation = useMutation<Answer, Error, Input<E>, (() => void) | undefined>({
    mutationFn: (input) => request(route, input),
    onMutate: (input) => options.preview && show(cache, options.preview(input)),
    onSuccess: (answer, input) => {
      void cache.invalidateQueries();
      const text = typeof options.done === "function" ? options.done(answer, input) : options.done;
      const undo = options.undo?.(answer, input);
      if (text) toast(text, undo ? { undo } : {});
      options.onDone?.(answer, input);
    },
    onError: (error, _input, restore) => {
      restore?.();
      // The sign-in dialog says so, and this form still has what was typed.
      if (error instanceof ApiError && error.status === 401) return;
      if (options.fields && error instanceof ApiError && error.status === 422) return;
      toast(error.message, { tone: "failed" });
    },
  });
  const { error } = mutation;
  useRejectedFocus(options.fields ? error : null);
  return { ...mutation, errors: fieldErrors(error) };
}

/** Runs several requests as one change of a form, which shows field errors itself. */
export function useSaveAll<Given, Result>(
  run: (given: Given) => Promise<Result>,
  onDone: (result: Result) => void = () => undefined,
) {
  const cache = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 422 || error.status === 401)) return;
      toast(error.message, { tone: "failed" });
    },
    onSettled: () => cache.invalidateQueries(),
  });
  useRejectedFocus(mutation.error);
  return { ...mutation, errors: fieldErrors(mutation.error) };
}

/** Focuses the first field that an error rejects, because a long form may show it far from its button. */
export function useRejectedFocus(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status !== 422) return;
    const form = document.querySelector("dialog[open]") ?? document;
    const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.focus({ preventScroll: true });
    (field ?? form.querySelector("form [role=alert]"))?.scrollIntoView({ block: "center" });
  }, [error]);
}

/** Returns the first error of each field of a 422; empty for any other error. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !error.errors) return {};
  return Object.fromEntries(Object.entries(error.errors).map(([field, texts]) => [field, texts[0] ?? ""]));
}
