import type { Spaces } from '#areas/spaces'
import type { Pictures } from '../pictures/pictures.ts'
import type { PictureReading, UnreadPicture } from '../pictures/tasks.ts'
import type { FileRow } from '../store.ts'

/** Largest file in place that is read at once with its checksum; a larger one, or one elsewhere, is hashed first. */
const maxReadAtOnceBytes = 16 * 1024 ** 2

/** Files that are read at the same time for their checksums, since most of that is waiting where they lie elsewhere. */
export const readsAtOnce = 8

export const isReadAtOnce = ({ modifiedAt, version, size }: FileRow): boolean =>
  modifiedAt !== null && version === null && size <= maxReadAtOnceBytes

export interface ReadPicture extends PictureReading {
  readonly file: FileRow
}

interface Needs {
  readonly spaces: Pick<Spaces, 'get' | 'resolveFolder'>
  readonly pictures: Pick<Pictures, 'read'>
}

/** Opens pictures of spaces, each once, wherever they are stored. Those not read at once need a checksum. */
export function createPictureReading({ spaces, pictures }: Needs) {
  async function foldersOf(spaceIds: Iterable<string>): Promise<Map<string, string>> {
    const folders = new Map<string, string>()
    for (const id of spaceIds) {
      const folder = await spaces.get(id).then(
        ({ path }) => spaces.resolveFolder(path).catch(() => undefined),
        () => undefined,
      )
      if (folder !== undefined) folders.set(id, folder)
    }
    return folders
  }

  function unreadOf(file: FileRow, folders: ReadonlyMap<string, string>): UnreadPicture | undefined {
    const { checksum, path, size, modifiedAt, spaceId } = file
    if (isReadAtOnce(file)) {
      const within = folders.get(spaceId)
      return within === undefined
        ? undefined
        : { source: { file: path, within }, state: { size, modifiedAt: modifiedAt ?? 0 }, checksum }
    }
    return checksum === null ? undefined : { source: null, state: null, checksum }
  }

  return async (files: readonly FileRow[], ...how: HowToRead): Promise<ReadPicture[]> => {
    const folders = await foldersOf(new Set(files.filter(isReadAtOnce).map(({ spaceId }) => spaceId)))
    const unread = files.map((file) => unreadOf(file, folders))
    const readings = (
      await pictures.read(
        unread.filter((one) => one !== undefined),
        ...how,
      )
    ).values()
    return files.map((file, index) => {
      const reading = unread[index] === undefined ? undefined : readings.next().value
      return { file, ...(reading ?? { checksum: file.checksum, finding: { missing: true } }) }
    })
  }
}

export type ReadPictures = ReturnType<typeof createPictureReading>
type HowToRead = Parameters<Pictures['read']> extends [unknown, ...infer How] ? How : never
