import type { Annotation, AnnotationSave } from '@vermilion/contract/annotation'

export type SaveAnswer =
  | { kind: 'saved'; revision: number }
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
  /** Never rejects. A repeated save of the same shapes answers as the first did. */
  save: (itemId: string, save: AnnotationSave) => Promise<SaveAnswer>
}
