"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "./use-hydrated";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what somebody typed or chose before the page's script was there: React leaves it in the field, tells nobody, and overwrites it
 * at the next rendering. The returned ref goes on the control, whose `onChange` then hears of it.
 */
export function useEarlyEntry<C extends Control>(): RefObject<C | null> {
  const ref = useRef<C>(null);
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    const tell = !hydrated && ref.current && howToTell(ref.current);
    // After this commit, and each rendered before the next: handlers build on what the last one changed.
    if (tell) queueMicrotask(() => flushSync(tell));
  }, [hydrated]);
  return ref;
}

/** What enters once more what the control holds now; null when that is what the server put there. */
function howToTell(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) return howToChoose(control);
  if (control.type === "checkbox" || control.type === "radio") return howToCheck(control as HTMLInputElement);
  return howToType(control);
}

function howToType(control: HTMLInputElement | HTMLTextAreaElement): (() => void) | null {
  const { value, defaultValue, selectionStart, selectionEnd } = control;
  if (value === defaultValue) return null;
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  return () => {
    // React compares with what it last saw set through the control itself; the prototype's setter goes past it.
    control.value = defaultValue;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(control, value);
    // Null for e-mail addresses, numbers and dates: their caret can't be put back.
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

function howToChoose(control: HTMLSelectElement): (() => void) | null {
  const { selectedIndex, options } = control;
  const marked = [...options].findIndex((option) => option.defaultSelected);
  if (selectedIndex === Math.max(marked, 0)) return null;
  return () => {
    control.selectedIndex = selectedIndex;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  };
}

function howToCheck(control: HTMLInputElement): (() => void) | null {
  const { checked, defaultChecked, type } = control;
  // Of radio buttons only the chosen one speaks.
  if (checked === defaultChecked || (type === "radio" && !checked)) return null;
  return () => {
    control.checked = defaultChecked;
    control.click();
  };
}
