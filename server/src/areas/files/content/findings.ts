import { topic } from '#platform/events/events'
import type { Platform } from '#platform/platform'
import type { Broken } from '#platform/pictures/worker-pool'
import type { Size } from '../pictures/tasks.ts'
import type { ContentStore } from './content-store.ts'

/** Published inside the transaction that finds pictures to be undecodable. */
export const picturesBroken = topic<{ fileIds: readonly string[] }>('pictures-broken')

interface Needs extends Pick<Platform, 'database' | 'events'> {
  readonly contents: Pick<ContentStore, 'setExamined'>
  changed(spaceId: string): void
}

export type SaveFinding = ReturnType<typeof createSaveFinding>

export function createSaveFinding({ database, events, contents, changed }: Needs) {
  return (checksum: string, finding: Size | Broken): Promise<void> =>
    database.transaction(async () => {
      const files = await contents.setExamined(checksum, findingFields(finding))
      for (const spaceId of new Set(files.map((file) => file.spaceId))) changed(spaceId)
      const fileIds = files.map(({ id }) => id)
      if ('broken' in finding && fileIds.length > 0) await events.emit(picturesBroken, { fileIds })
    })
}

export function findingFields(finding: Size | Broken) {
  if ('broken' in finding) return { width: null, height: null, broken: 1 } as const
  return { width: finding.width, height: finding.height, broken: 0 } as const
}
