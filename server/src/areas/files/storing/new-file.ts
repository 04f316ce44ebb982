import { fileName } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { mediaOf } from '../content/media.ts'
import { sortKey } from './sort-key.ts'
import type { FileRow, NewFileRow } from '../store.ts'

export function newFileRow(
  { spaceId, path, folder }: Pick<FileRow, 'spaceId' | 'path' | 'folder'>,
  blob: Blob,
  now: string,
): NewFileRow {
  return {
    id: newId(),
    spaceId,
    path,
    folder,
    name: fileName(path),
    sortKey: sortKey(path),
    ...contentFields(path, blob),
    tags: writeJson([]),
    score: -1,
    modifiedAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

export function contentFields(path: string, { checksum, size }: Blob) {
  const media = mediaOf(fileName(path))
  const examined = media.readable === true ? 0 : 1
  return {
    checksum,
    size,
    kind: media.kind,
    mediaType: media.type,
    width: null,
    height: null,
    broken: 0,
    examined,
  } as const
}
