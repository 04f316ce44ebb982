import type { Editor } from '@vermilion/canvas/editor/editor'
import type { ItemSync } from './item-sync.ts'

interface OpenImage {
  editor: Editor
  sync: ItemSync
}

/**
 * Sends what is said of an image once all that was drawn on it lies on the server, an outline that is not closed yet
 * included. False where the work has to wait for something, and nothing was sent.
 */
export async function sendWhenSaved({ editor, sync }: OpenImage, send: () => Promise<unknown>): Promise<boolean> {
  editor.tools.interrupt()
  const { kind } = await sync.flush()
  if (kind !== 'saved') return false
  await send()
  return true
}
