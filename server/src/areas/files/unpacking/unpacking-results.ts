import type { Text } from '@vermilion/contract/kernel/text'
import type { Unpacking } from '@vermilion/contract/files/uploads'
import { Failure } from '@vermilion/contract/kernel/errors'
import { readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'
import type { FileService } from '../service.ts'
import { skips } from './entry-names.ts'
import type { UnpackingRow, UnpackingStore } from './store.ts'
import type { SkippedEntry, UnpackedFile } from './unpack.ts'

const maximumSkips = 500

export const spaceDeleted: Text = {
  en: 'the data space was deleted meanwhile',
  zh: '解压期间数据空间被删除',
}

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly spaces: Spaces
  readonly files: FileService
  readonly store: UnpackingStore
}

export type UnpackingResults = ReturnType<typeof createUnpackingResults>

export function createUnpackingResults({ database, clock, events, spaces, files, store }: Needs) {
  const spaceExists = (spaceId: string) => spaces.get(spaceId).then(Boolean, () => false)

  async function finish(row: UnpackingRow, state: Unpacking['state'], error: Text | null): Promise<void> {
    await database.transaction(async () => {
      const current = await store.byId(row.id)
      if (current?.state !== 'running') return
      const { spaceId, path, checksum, size } = row
      if (state !== 'success') {
        if (!(await spaceExists(spaceId))) {
          await store.update(row.id, { error: writeJson(spaceDeleted), updatedAt: clock.time() })
          return
        }
        await files.writeAll(spaceId, [{ spaceId, path, conflict: 'keep-both', blob: { checksum, size } }])
      }
      const set = { state, error: error === null ? null : writeJson(error), updatedAt: clock.time() }
      await store.update(row.id, set)
      database.afterCommit(() => events.publish({ type: 'files-changed', spaceId }))
    })
  }

  async function save(
    row: UnpackingRow,
    unpackedFiles: readonly UnpackedFile[],
    folders: readonly string[],
    skipped: readonly SkippedEntry[],
  ) {
    const { spaceId, conflict } = row
    const all = [...skipped]
    await files.makeFolders(spaceId, folders)
    const results = await files.writeAll(
      spaceId,
      unpackedFiles.map((one) => ({ ...one, spaceId, conflict })),
    )
    for (const [index, one] of results.entries()) {
      const path = unpackedFiles[index]?.path ?? ''
      if (one instanceof Failure)
        all.push({ path, reason: (one.values['reason'] as Text | undefined) ?? skips.damaged })
      else if (!one.isWritten) all.push({ path, reason: skips.standing })
    }
    const current = await store.byId(row.id)
    if (current === undefined) return
    const reportedSkips = readJson(current.skips)
    await store.update(row.id, {
      taken: current.taken + results.length - (all.length - skipped.length),
      skipped: current.skipped + all.length,
      ...(reportedSkips.length < maximumSkips && all.length > 0
        ? { skips: writeJson([...reportedSkips, ...all].slice(0, maximumSkips)) }
        : {}),
      updatedAt: clock.time(),
    })
  }

  return { finish, save }
}
