import type { Editor } from '@vermilion/canvas/editor/editor'
import type { ItemSync } from './item-sync.ts'

interface OpenImage {
  editor: Editor
  sync: ItemSync
}

/**
 * Sends something about an image after all of its shapes are saved, including an unfinished outline. Resolves to false, without
 * sending, when the save has to wait.
 */
export async function sendWhenSaved({ editor, sync }: OpenImage, send: () => Promise<unknown>): Promise<boolean> {
  editor.tools.interrupt()
  const { kind } = await sync.flush()
  if (kind !== 'saved') return false
  await send()
  return true
}
