import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/clock'
import { allocated, walk } from '../storage/disk-walk.ts'
import type { Candidate, Cleaner } from './candidate.ts'

/** Milliseconds since the last change after which a cache file is complete. */
const settled = 60_000

interface FileCleanerNeeds {
  clock: Clock
  folder: string
  below: readonly string[]
  matches: (path: string) => boolean
  /** Milliseconds since the last change. */
  age?: number
}

export function fileCleaner({ clock, folder, below, matches, age = settled }: FileCleanerNeeds): Cleaner {
  async function* candidates(): AsyncGenerator<Candidate & { path: string }> {
    for (const start of below)
      for await (const { path, stats } of walk(folder, start)) {
        if (!stats.isFile() || !matches(path) || stats.mtimeMs > clock.now() - age) continue
        yield { path, name: path, bytes: stats.nlink > 1 ? 0 : allocated(stats) }
      }
  }
  return {
    preview: candidates,
    async *clean(signal) {
      for await (const { path, name, bytes } of candidates()) {
        signal.throwIfAborted()
        await rm(join(folder, path), { force: true })
        yield { name, bytes }
      }
    },
  }
}

/** Cached derivatives of images: thumbnails, previews, tiles, features. Their areas document the folders. */
const picture = /^cache\/(?:(?:thumbnails|previews|pyramids|segmentation)\/)?[0-9a-f]{2}\/[^/]+$/

export const thumbnailCleaner = (needs: { clock: Clock; folder: string }): Cleaner =>
  fileCleaner({ ...needs, below: ['cache'], matches: (path) => picture.test(path) })
