import type { Shape } from '@vermilion/contract/labels/index'

/** Copied shapes. One clipboard serves all images of a page, so that what was copied on one can be pasted on the next. */
export interface Clipboard {
  shapes: () => readonly Shape[]
  take: (shapes: readonly Shape[]) => void
}

export function createClipboard(): Clipboard {
  let copied: readonly Shape[] = []
  return { shapes: () => copied, take: (shapes) => void (copied = shapes) }
}
