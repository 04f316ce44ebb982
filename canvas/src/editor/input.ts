import type { Point } from '@vermilion/contract/labels/box'

export interface Modifiers {
  shift: boolean
  /** Control, or Command on a Mac. */
  ctrl: boolean
  alt: boolean
}

/** `at` counts CSS pixels from the canvas's top left corner. */
export interface PointerInput extends Modifiers {
  type: 'pointer-down' | 'pointer-move' | 'pointer-up'
  at: Point
  button: 'main' | 'middle' | 'other'
  touch: boolean
}

export interface WheelInput extends Modifiers {
  type: 'wheel'
  at: Point
  /** CSS pixels; positive is right and down. */
  dx: number
  dy: number
}

/** `key` is a DOM key name, letters in lower case, the space bar as `Space`. */
export interface KeyInput extends Modifiers {
  type: 'key-down' | 'key-up'
  key: string
  /** True for automatic key repeats. */
  repeat: boolean
}

/**
 * `cancel` takes a running gesture back; `interrupt` ends it because something else needs the floor (focus lost, another
 * tool, undo): what was nudged, painted or outlined so far is kept, other pointer gestures are taken back. `blur` is the
 * same when the page loses the focus, where an outline between two clicks waits. `pointer-leave` only clears what hovers.
 */
export interface Interruption {
  type: 'cancel' | 'interrupt' | 'blur' | 'pointer-leave'
}

/** Something that the tool in hand waited for has come, or will not come. */
export interface Arrival {
  type: 'arrived'
}

/** Everything that can happen to an editor. The DOM and the test driver make the same values. */
export type Input = PointerInput | WheelInput | KeyInput | Interruption | Arrival

/** A combination as commands write it: `Ctrl+Shift+z`, `Delete`, `1`. */
export function combinationOf({ key, ctrl, alt, shift }: KeyInput): string {
  // A shifted sign such as `+` or `?` is a key of its own; Shift counts with letters, digits and named keys only.
  const named = key.length > 1 || /[a-z0-9]/.test(key)
  return [ctrl && 'Ctrl', alt && 'Alt', shift && named && 'Shift', key].filter(Boolean).join('+')
}
