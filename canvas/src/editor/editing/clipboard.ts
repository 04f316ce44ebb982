import type { Shape } from '@vermilion/contract/labels/index'

export interface Clipboard {
  shapes: () => readonly Shape[]
  copy: (shapes: readonly Shape[]) => void
}

export function createClipboard(): Clipboard {
  let copied: readonly Shape[] = []
  return { shapes: () => copied, copy: (shapes) => void (copied = shapes) }
}
