import { lstat, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createUploadBytes, uploadEndings } from '#areas/files'
import type { Clock } from '#platform/clock'
import { allocated } from '../storage/disk-walk.ts'
import type { Cleaner, Holder } from './candidate.ts'

/** Milliseconds without new bytes before an upload counts as abandoned. */
const patience = 3_600_000

interface UploadNeeds {
  clock: Clock
  folders: readonly string[]
  held: string
}

export function uploadCleaner({ clock, folders, held }: UploadNeeds): Cleaner {
  const stores = folders.map((folder) => ({ folder, bytes: createUploadBytes(folder) }))

  async function* abandoned() {
    for (const { folder, bytes } of stores)
      for (const { id, touchedAt } of await bytes.list()) {
        if (touchedAt > clock.now() - patience || (await bytes.complete(id)) !== undefined) continue
        const upload = await bytes.tus.getUpload(id).catch(() => undefined)
        const name = upload?.metadata?.['path'] ?? upload?.metadata?.['filename'] ?? id
        yield { id, name, folder, bytes: await sizeOf(folder, id) }
      }
  }

  return {
    holder: uploadHolder({ clock, folders, held }),
    async *preview() {
      for await (const { name, bytes } of abandoned()) yield { name, bytes }
    },
    // eslint-disable-next-line require-yield -- it is held
    async *clean(signal) {
      for await (const { id, folder } of abandoned()) {
        signal.throwIfAborted()
        const target = join(held, basename(folder))
        await mkdir(target, { recursive: true })
        // Move the bytes last: until then a crash can repeat the move.
        await moveUpload(id, folder, target, uploadEndings.toReversed())
      }
    },
  }
}

function uploadHolder({ clock, folders, held }: UploadNeeds): Holder {
  async function* heldUploads() {
    for (const folder of folders) {
      const source = join(held, basename(folder))
      const names = await readdir(source).catch(() => [])
      for (const id of new Set(names.map(idOf))) yield { id, folder, source }
    }
  }
  return {
    async measure() {
      let [files, bytes] = [0, 0]
      for await (const { id, source } of heldUploads()) {
        files += 1
        bytes += await sizeOf(source, id)
      }
      return { isEmpty: files === 0, files, bytes }
    },
    async restore(signal) {
      for await (const { id, folder, source } of heldUploads()) {
        signal.throwIfAborted()
        await mkdir(folder, { recursive: true })
        // Update the times, or the upload would be discarded at once as abandoned. Bytes first.
        const now = clock.now() / 1_000
        await utimes(join(source, id), now, now).catch(() => undefined)
        await moveUpload(id, source, folder, uploadEndings)
      }
      await rm(held, { recursive: true, force: true })
    },
    async *release(signal) {
      for await (const { id, source } of heldUploads()) {
        signal.throwIfAborted()
        const bytes = await sizeOf(source, id)
        await createUploadBytes(source).remove(id)
        yield { name: id, bytes }
      }
      await rm(held, { recursive: true, force: true })
    },
  }
}

const idOf = (name: string) =>
  uploadEndings.reduce((id, ending) => (id.endsWith(ending) ? id.slice(0, id.length - ending.length) : id), name)

async function sizeOf(folder: string, id: string): Promise<number> {
  const files = uploadEndings.map((ending) => lstat(join(folder, id + ending)).catch(() => null))
  return (await Promise.all(files)).reduce((sum, stats) => sum + (stats === null ? 0 : allocated(stats)), 0)
}

async function moveUpload(id: string, from: string, to: string, endings: readonly string[]): Promise<void> {
  for (const ending of endings)
    await rename(join(from, id + ending), join(to, id + ending)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    })
}
