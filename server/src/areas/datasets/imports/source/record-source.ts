import { fileSelection } from '@vermilion/contract/files'
import type { Spaces } from '#areas/spaces'
import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import type { SourceStore } from '../../sources/source-store.ts'
import type { StoredImport } from '../import-store.ts'

export async function recordSource(
  { clock, spaces, sources }: { clock: Clock; spaces: Spaces; sources: SourceStore },
  { datasetId, spaceId, folder, done, source, startedBy, createdAt }: StoredImport,
): Promise<void> {
  if (done.added === 0 || spaceId === null) return
  const space = await spaces.get(spaceId)
  const below = 'folder' in source ? source.folder : (folder ?? '')
  await sources.add({
    id: newId(),
    datasetId,
    spaceId,
    spaceName: space.name,
    selection: fileSelection.parse(below === '' ? { filter: { recursive: true } } : { folders: [below] }),
    status: 'success',
    taken: done.added,
    present: 0,
    notPictures: 0,
    broken: 0,
    hevc: 0,
    withTruth: false,
    labeled: 0,
    expected: done.added,
    startedBy,
    createdAt,
    endedAt: clock.time(),
  })
}
