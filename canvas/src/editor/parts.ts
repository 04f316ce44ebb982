import type { Point } from '@vermilion/contract/labels/box'
import type { LabelKind } from '@vermilion/contract/labels/index'
import type { ShapeIndex } from '../shapes/shape-index.ts'
import type { Appearance } from './appearance.ts'
import type { Clipboard } from './editing/clipboard.ts'
import type { Document } from './document/document.ts'
import type { History } from './document/history.ts'
import type { Labels } from './labels.ts'
import type { Locks } from './editing/locks.ts'
import type { Pixels } from './pixels.ts'
import type { Segments } from './segments.ts'
import type { Selection } from './editing/selection.ts'
import type { SettingsStore } from './settings.ts'
import type { Signal } from './document/signal.ts'
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
  readonly locks: Locks
  readonly settings: SettingsStore
  readonly clipboard: Clipboard
  /** The kinds of shapes that this data set is labeled with. */
  readonly kinds: readonly LabelKind[]
  /** Colours of the image, for tools that look at it; null while they cannot be read. */
  readonly pixels: Pixels
  /** Finds what clicks mean; whoever shows the image attaches who does. */
  readonly segments: Segments
  /** Tells the id of the label whenever one says what the whole image shows, also where it said so before. */
  readonly classified: Signal<string>
  readonly createId: () => string
  /** Pointer position in CSS pixels of the canvas; null while outside. */
  readonly pointer: () => Point | null
}
