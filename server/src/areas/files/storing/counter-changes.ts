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

type CountedFile = Pick<FileRow, 'spaceId' | 'path' | 'size'>

interface Needs {
  readonly folders: Pick<FolderStore, 'addToCounters'>
  readonly spaces: Pick<Spaces, 'addToCounters'>
  readonly now: string
}

export function createCounterChanges({ folders, spaces, now }: Needs) {
  const changes = new Map<string, Change>()

  function change({ spaceId, path }: Omit<CountedFile, 'size'>, files: number, bytes: number): void {
    const folder = folderOf(path)
    const key = `${spaceId}/${folder}`
    const sum = changes.get(key) ?? { spaceId, folder, files: 0, bytes: 0 }
    sum.files += files
    sum.bytes += bytes
    changes.set(key, sum)
  }

  return {
    added: (file: CountedFile) => change(file, 1, file.size),
    removed: (file: CountedFile) => change(file, -1, -file.size),
    replaced: (previous: CountedFile, size: number) => change(previous, 0, size - previous.size),
    isEmpty: () => changes.size === 0,
    async save(): Promise<void> {
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

export type CounterChanges = ReturnType<typeof createCounterChanges>
