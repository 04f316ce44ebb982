import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'

/** Points named `screen` are CSS pixels of the canvas, others image pixels. */
export type SelectState =
  /** `cycled`: chosen by Tab while the pointer was at this screen point; a press there selects it. */
  | { kind: 'idle'; cycled: { id: string; screen: Point } | null }
  | Pressed
  | { kind: 'moving'; from: Point; originals: readonly Shape[]; shapes: readonly Shape[] }
  | { kind: 'resizing'; handle: string; cursor: string; grab: Point; original: Shape; shape: Shape }
  | { kind: 'marquee'; area: Box; from: Point; previousIds: ReadonlySet<string>; added: ReadonlySet<string> }

/** Pressed but not yet dragged: a click unless the pointer moves away. */
export interface Pressed {
  kind: 'pressed'
  screen: Point
  target: string | null
  additive: boolean
  /** True when the press hit one of several selected shapes: a click selects it alone. */
  narrows: boolean
}

export const atRest: SelectState = { kind: 'idle', cycled: null }
