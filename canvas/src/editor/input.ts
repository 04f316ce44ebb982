import type { Point } from '@vermilion/contract/labels/box'

export interface Modifiers {
  shift: boolean
  /** Ctrl, or Command on a Mac. */
  ctrl: boolean
  alt: boolean
}

/** `at` is in CSS pixels from the canvas's top left corner. */
export interface PointerInput extends Modifiers {
  type: 'pointer-down' | 'pointer-move' | 'pointer-up'
  at: Point
  button: 'main' | 'middle' | 'other'
  touch: boolean
}

export interface WheelInput extends Modifiers {
  type: 'wheel'
  at: Point
  /** In CSS pixels; positive is right and down. */
  dx: number
  dy: number
}

/** `key` is a DOM key name, letters in lower case, the space bar as `Space`. */
export interface KeyInput extends Modifiers {
  type: 'key-down' | 'key-up'
  key: string
  repeat: boolean
}

/**
 * `cancel` reverts a running gesture; `interrupt` ends it for another action (focus loss, another tool, undo): nudges, strokes
 * and outlines so far are kept, other pointer gestures are reverted. `blur` is an interrupt by the page losing focus, which an
 * outline between two clicks survives. `pointer-leave` only clears the hover state.
 */
export interface Interruption {
  type: 'cancel' | 'interrupt' | 'blur' | 'pointer-leave'
}

export interface Arrival {
  type: 'arrived'
}

/** All inputs of an editor. The DOM and the test driver create the same values. */
export type Input = PointerInput | WheelInput | KeyInput | Interruption | Arrival

/** Combination in the notation of commands: `Ctrl+Shift+z`, `Delete`, `1`. */
export function combinationOf({ key, ctrl, alt, shift }: KeyInput): string {
  // A shifted sign such as `+` or `?` is its own key; Shift counts only with letters, digits and named keys.
  const named = key.length > 1 || /[a-z0-9]/.test(key)
  return [ctrl && 'Ctrl', alt && 'Alt', shift && named && 'Shift', key].filter(Boolean).join('+')
}
