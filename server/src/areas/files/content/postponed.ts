import type { FileRow } from '../store.ts'
import type { ContentStore } from './content-store.ts'

/** Files that could not be read in this round, which passes over them: the next one looks at them again. */
export function createPostponed({ toExamine }: Pick<ContentStore, 'toExamine'>) {
  const states = new Map<string, string>()
  /** Number of the last file up to which others have been looked at. */
  let last = 0

  // The checksum of a file in place is taken meanwhile.
  const stateOf = ({ checksum, size, modifiedAt }: FileRow) => `${size} ${modifiedAt ?? checksum}`
  const has = (file: FileRow) => states.get(file.id) === stateOf(file)

  return {
    has,
    add(file: FileRow): void {
      states.set(file.id, stateOf(file))
      last = Math.max(last, file.number)
    },
    /** Of the files that nobody has looked at the next, those that were replaced meanwhile at the end. */
    async next(limit: number): Promise<FileRow[]> {
      const waiting = await toExamine(limit, last)
      if (waiting.length > 0 || states.size === 0) return waiting
      return (await toExamine(states.size + limit)).filter((file) => !has(file)).slice(0, limit)
    },
  }
}
