import type { Editor } from '@vermilion/canvas/editor/editor'
import type { ItemSync } from './item-sync.ts'

interface OpenImage {
  editor: Editor
  sync: ItemSync
}

/** Sends after all shapes are saved, with an unfinished outline. Resolves to false, without sending, if the save has to wait. */
export async function sendWhenSaved({ editor, sync }: OpenImage, send: () => Promise<unknown>): Promise<boolean> {
  editor.tools.interrupt()
  const { kind } = await sync.flush()
  if (kind !== 'saved') return false
  await send()
  return true
}
