import type { SpaceFile } from '@vermilion/contract/files'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Database } from '#platform/database/database'
import { createLimit } from '#platform/limit'
import { toFile, type FileRow, type FileStore } from '../store.ts'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { InPlaceStore } from '../in-place/store.ts'
import { isReadFailure } from '../pictures/read-failure.ts'
import type { ContentStore } from './content-store.ts'
import { findingFields, type SaveFinding } from './findings.ts'
import { isReadAtOnce, readsAtOnce, type ReadPicture, type ReadPictures } from './picture-reading.ts'

interface Needs {
  readonly database: Database
  readonly store: Pick<FileStore, 'existing'>
  readonly contents: Pick<ContentStore, 'setSize'>
  readonly inPlace: Pick<InPlaceStore, 'setChecksum'>
  readonly saveFinding: SaveFinding
  readonly reading: Pick<InPlaceReader, 'read'>
  readonly readPictures: ReadPictures
  reportChange(spaceId: string): Promise<void>
  changed(spaceId: string): void
}

/**
 * Reads pictures by their headers: they may turn out broken later (`picturesBroken`). Missing or unreachable files are returned
 * unchanged.
 */
export function createMeasuring(needs: Needs) {
  const { database, store, contents, inPlace, saveFinding, reading, readPictures, reportChange, changed } = needs

  const take = createLimit(readsAtOnce)

  /** Inside a transaction. */
  async function save({ file, checksum, finding }: ReadPicture): Promise<void> {
    if (checksum === null) return
    if (file.checksum === null) await inPlace.setChecksum(file, checksum)
    if ('broken' in finding) await saveFinding(checksum, finding)
    else if ('width' in finding) await contents.setSize(checksum, finding)
  }

  return async (files: readonly SpaceFile[]): Promise<SpaceFile[]> => {
    const unknown = files.filter(({ width, checksum, broken }) => (width === null || checksum === null) && !broken)
    // Read again: they may have been examined meanwhile.
    const rows = unknown.length === 0 ? [] : await store.existing(unknown.map(({ id }) => id))
    const readFirst = async (row: FileRow): Promise<FileRow | undefined> =>
      isReadAtOnce(row) ? row : take(undefined, () => reading.read(row).catch(unlessFailure))
    const some = await Promise.all(rows.filter(({ examined }) => examined === 0).map(readFirst))
    const unexamined = some.filter((row) => row !== undefined)
    const read = await readPictures(unexamined, 'header', 'now')
    await database.transaction(async () => {
      for (const one of read) await save(one)
    })
    for (const spaceId of new Set(unexamined.map((file) => file.spaceId))) changed(spaceId)
    const missing = read.filter(
      ({ file, finding }) => isReadAtOnce(file) && 'missing' in finding && finding.unread === undefined,
    )
    for (const spaceId of new Set(missing.map(({ file }) => file.spaceId))) await reportChange(spaceId)
    const measured = new Map(rows.map((row) => [row.id, toFile(row)]))
    for (const { file, checksum, finding } of read)
      measured.set(file.id, toFile({ ...file, checksum, ...('missing' in finding ? {} : findingFields(finding)) }))
    return files.map((file) => measured.get(file.id) ?? file)
  }
}

function unlessFailure(problem: unknown): undefined {
  if (!(problem instanceof Failure) && !isReadFailure(problem)) throw problem
}
