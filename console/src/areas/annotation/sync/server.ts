import type { Annotation } from '@vermilion/contract/annotation'
import type { Shape } from '@vermilion/contract/labels/index'

export interface Save {
  baseRevision: number
  shapes: readonly Shape[]
  complete: boolean
  seconds: number
}

export type SaveAnswer =
  /** The stored state, and the number of attribute values that were dropped because no label has them. */
  | { kind: 'saved'; revision: number; shapes: readonly Shape[]; left: number }
  | { kind: 'conflict' }
  | { kind: 'unreachable' }
  | { kind: 'expired' }
  /** Refused for good. */
  | { kind: 'refused'; problem: unknown }

export interface AnnotationServer {
  load: (itemId: string) => Promise<Annotation>
  invalidate: (itemId: string) => void
  /** Never rejects. A repeated save of the same shapes has the same response. */
  save: (itemId: string, save: Save) => Promise<SaveAnswer>
}
