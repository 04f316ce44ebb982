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
  readonly kinds: readonly LabelKind[]
  /** Image colors for tools that need them; null while unreadable. */
  readonly pixels: Pixels
  readonly segments: Segments
  /** Emits the label id whenever the image's class is set, even to the same one. */
  readonly classified: Signal<string>
  readonly createId: () => string
  /** Pointer position in CSS pixels of the canvas; null while outside. */
  readonly pointer: () => Point | null
}
