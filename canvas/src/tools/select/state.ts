import type { Box, Point } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'

/** Points named `screen` are CSS pixels of the canvas, all others image pixels. */
export type SelectState =
  /** `cycled`: Tab chose this shape while the pointer stood at this screen point; a press there means that shape. */
  | { kind: 'idle'; cycled: { id: string; screen: Point } | null }
  | Pressed
  | { kind: 'moving'; from: Point; originals: readonly Shape[]; shapes: readonly Shape[] }
  | { kind: 'resizing'; handle: string; cursor: string; grab: Point; original: Shape; shape: Shape }
  | { kind: 'marquee'; area: Box; from: Point; previousIds: ReadonlySet<string>; added: ReadonlySet<string> }

/** Pressed and not yet dragged: a click, unless the pointer leaves the spot. */
export interface Pressed {
  kind: 'pressed'
  screen: Point
  target: string | null
  additive: boolean
  /** Several were selected and the press hit one of them: a click then leaves that one alone selected. */
  narrows: boolean
}

export const atRest: SelectState = { kind: 'idle', cycled: null }
