import { fileName } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { mediaOf } from '../content/media.ts'
import type { FileRow, NewFileRow } from '../store.ts'
import { sortKey } from './sort-key.ts'

type Content = Pick<FileRow, 'checksum' | 'size' | 'kind' | 'mediaType' | 'width' | 'height' | 'broken' | 'examined'>

export function newFileRow(
  { spaceId, path, folder }: Pick<FileRow, 'spaceId' | 'path' | 'folder'>,
  content: Content & Partial<Pick<FileRow, 'modifiedAt' | 'version' | 'updatedAt'>>,
  now: string,
): NewFileRow {
  const unscored = { tags: writeJson<string[]>([]), score: -1 }
  const times = { modifiedAt: null, version: null, createdAt: now, updatedAt: now }
  return { id: newId(), spaceId, folder, ...pathFields(path), ...unscored, ...times, ...content }
}

export function pathFields(path: string): Pick<FileRow, 'path' | 'name' | 'sortKey'> {
  return { path, name: fileName(path), sortKey: sortKey(path) }
}

export function contentFields(path: string, { checksum, size }: Blob): Content {
  return { checksum, size, ...mediaFields(path) }
}

/** A file by its name alone, before its content is read. */
export function mediaFields(path: string) {
  const { kind, type, readable } = mediaOf(fileName(path))
  const examined = readable === true ? 0 : 1
  return { kind, mediaType: type, width: null, height: null, broken: 0, examined } as const
}
