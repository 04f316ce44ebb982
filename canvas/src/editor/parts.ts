import type { Point } from '@vermilion/contract/labels/box'
import type { ShapeIndex } from '../shapes/shape-index.ts'
import type { Appearance } from './appearance.ts'
import type { Document } from './document.ts'
import type { History } from './history.ts'
import type { Labels } from './labels.ts'
import type { Selection } from './selection.ts'
import type { View } from './view.ts'

/** The narrow parts an editor joins; tools and commands work with these. */
export interface Parts {
  readonly view: View
  readonly document: Document
  readonly selection: Selection
  readonly history: History
  readonly labels: Labels
  readonly appearance: Appearance
  readonly index: ShapeIndex
  readonly createId: () => string
  /** Where the pointer is, in CSS pixels of the canvas; null while it is elsewhere. */
  readonly pointer: () => Point | null
}
