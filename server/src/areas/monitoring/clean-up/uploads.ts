import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { createUploadBytes } from '#areas/files'
import type { Clock } from '#platform/clock'
import { allocated } from '../storage/disk-walk.ts'
import type { Cleaner } from './candidate.ts'

/** Milliseconds without a new byte after which an upload counts as abandoned. */
const patience = 3_600_000

/** Uploads that stopped before their end. One whose bytes are all there is about to become a file, and stays. */
export function uploadCleaner({ clock, folders }: { clock: Clock; folders: readonly string[] }): Cleaner {
  const stores = folders.map((folder) => ({ folder, bytes: createUploadBytes(folder) }))

  async function sizeOf(folder: string, id: string): Promise<number> {
    const files = ['', '.json', '.shared', '.checksum'].map((ending) =>
      lstat(join(folder, id + ending)).catch(() => null),
    )
    return (await Promise.all(files)).reduce((sum, stats) => sum + (stats === null ? 0 : allocated(stats)), 0)
  }

  async function* abandoned() {
    for (const { folder, bytes } of stores)
      for (const { id, touchedAt } of await bytes.list()) {
        if (touchedAt > clock.now() - patience || (await bytes.complete(id)) !== undefined) continue
        const upload = await bytes.tus.getUpload(id).catch(() => undefined)
        const name = upload?.metadata?.['path'] ?? upload?.metadata?.['filename'] ?? id
        yield { id, name, bytes: await sizeOf(folder, id), remove: () => bytes.remove(id) }
      }
  }

  return {
    async *preview() {
      for await (const { name, bytes } of abandoned()) yield { name, bytes }
    },
    async *clean(signal) {
      for await (const { name, bytes, remove } of abandoned()) {
        signal.throwIfAborted()
        await remove()
        yield { name, bytes }
      }
    },
  }
}
