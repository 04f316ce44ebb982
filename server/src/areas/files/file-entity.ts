import type { SpaceFile } from '@vermilion/contract/files'
import { readJson } from '#platform/database/columns'
import type { FileRow } from './store.ts'

export type ReadFile = SpaceFile & { checksum: string }

export function toFile<Row extends FileRow>(row: Row): SpaceFile & Pick<Row, 'checksum'> {
  const {
    number: _number,
    folder: _folder,
    sortKey: _sortKey,
    examined: _examined,
    modifiedAt: _modified,
    ...file
  } = row
  const { broken, tags, score } = row
  return { ...file, broken: broken === 1, tags: readJson(tags), score: score < 0 ? null : score }
}
