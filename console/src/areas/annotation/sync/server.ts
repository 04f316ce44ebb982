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
  /** Somebody else has saved since `baseRevision`. */
  | { kind: 'conflict' }
  /** Not reached, or not able to answer at the moment; worth asking again. */
  | { kind: 'unreachable' }
  /** The session has ended; somebody must sign in first. */
  | { kind: 'expired' }
  /** Understood and refused; asking again would change nothing. */
  | { kind: 'refused'; problem: unknown }

/** The server as the synchronisation sees it. */
export interface AnnotationServer {
  /** Rejects where it cannot be loaded. */
  load: (itemId: string) => Promise<Annotation>
  /** Asks anew what else is known of an image, its revision among it, for whoever shows it. */
  invalidate: (itemId: string) => void
  /** Never rejects. A repeated save of the same shapes answers as the first did. */
  save: (itemId: string, save: Save) => Promise<SaveAnswer>
}
