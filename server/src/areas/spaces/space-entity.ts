import type { Progress } from '@vermilion/contract/kernel/fields'
import type { ScanReport, Space } from '@vermilion/contract/spaces'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { SpaceRow } from './store.ts'

export function toSpace({ tags, progress, scanReport, ...row }: SpaceRow): Space {
  return {
    ...row,
    tags: readJson<string[]>(tags),
    progress: progress === null ? null : readJson<Progress>(progress),
    scanReport: scanReport === null ? null : readJson<ScanReport>(scanReport),
  }
}

export function newSpaceRow(
  { name, path, description, tags }: Pick<Space, 'name' | 'path' | 'description' | 'tags'>,
  creator: string,
  now: string,
): SpaceRow {
  return {
    id: newId(),
    name,
    path,
    description,
    tags: writeJson(tags),
    status: 'normal',
    progress: null,
    fileCount: 0,
    totalSize: 0,
    scannedAt: null,
    scanReport: null,
    creator,
    createdAt: now,
    updatedAt: now,
  }
}
