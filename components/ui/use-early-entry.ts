"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "./use-hydrated";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps input that was entered before hydration. React leaves it in the control without firing `onChange` and overwrites it on the next
 * render. Attach the returned ref to the control to have `onChange` fire for that input.
 */
export function useEarlyEntry<C extends Control>(): RefObject<C | null> {
  const ref = useRef<C>(null);
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    const replay = !hydrated && ref.current && replayOf(ref.current);
    // Runs after this commit, and renders each change before the next, because handlers build on earlier changes.
    if (replay) queueMicrotask(() => flushSync(replay));
  }, [hydrated]);
  return ref;
}

/** Returns a function that enters the control's current value again; null if it still has the server-rendered value. */
function replayOf(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) return replaySelect(control);
  if (control.type === "checkbox" || control.type === "radio")
    return replayCheck(control as HTMLInputElement);
  return replayText(control);
}

function replayText(control: HTMLInputElement | HTMLTextAreaElement): (() => void) | null {
  const { value, defaultValue, selectionStart, selectionEnd } = control;
  if (value === defaultValue) return null;
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  return () => {
    // React tracks values set through the instance setter; the prototype's setter bypasses that tracking.
    control.value = defaultValue;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(control, value);
    // Null for email, number, and date inputs, whose caret can't be restored.
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

function replaySelect(control: HTMLSelectElement): (() => void) | null {
  const { selectedIndex, options } = control;
  const marked = [...options].findIndex((option) => option.defaultSelected);
  if (selectedIndex === Math.max(marked, 0)) return null;
  return () => {
    control.selectedIndex = selectedIndex;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  };
}

function replayCheck(control: HTMLInputElement): (() => void) | null {
  const { checked, defaultChecked, type } = control;
  // In a radio group, only the checked button fires.
  if (checked === defaultChecked || (type === "radio" && !checked)) return null;
  return () => {
    control.checked = defaultChecked;
    control.click();
  };
}
