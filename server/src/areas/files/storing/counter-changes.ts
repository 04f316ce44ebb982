import { folderOf } from '@vermilion/contract/paths'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileRow } from '../store.ts'

interface Change {
  readonly spaceId: string
  readonly folder: string
  files: number
  bytes: number
}

type Counted = Pick<FileRow, 'spaceId' | 'path' | 'size'>

interface Needs {
  readonly folders: Pick<FolderStore, 'addToCounters'>
  readonly spaces: Pick<Spaces, 'addToCounters'>
  readonly now: string
}

/** Sums up what one transaction changes, and adds it to the counters of folders and spaces once. */
export function createTally({ folders, spaces, now }: Needs) {
  const changes = new Map<string, Change>()

  function change({ spaceId, path }: Omit<Counted, 'size'>, files: number, bytes: number): void {
    const folder = folderOf(path)
    const key = `${spaceId}/${folder}`
    const sum = changes.get(key) ?? { spaceId, folder, files: 0, bytes: 0 }
    sum.files += files
    sum.bytes += bytes
    changes.set(key, sum)
  }

  return {
    came: (file: Counted) => change(file, 1, file.size),
    went: (file: Counted) => change(file, -1, -file.size),
    /** A file that has another content. */
    replaced: (before: Counted, size: number) => change(before, 0, size - before.size),
    isEmpty: () => changes.size === 0,
    async write(): Promise<void> {
      for (const { spaceId, folder, ...more } of changes.values()) {
        await folders.addToCounters(spaceId, folder, more, now)
      }
      for (const [spaceId, some] of Map.groupBy(changes.values(), (each) => each.spaceId)) {
        const files = some.reduce((sum, each) => sum + each.files, 0)
        const bytes = some.reduce((sum, each) => sum + each.bytes, 0)
        await spaces.addToCounters(spaceId, { files, bytes })
      }
    },
  }
}

export type Tally = ReturnType<typeof createTally>
