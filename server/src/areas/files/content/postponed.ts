import type { FileRow } from '../store.ts'
import type { ContentStore } from './content-store.ts'

/** Files that could not be read: each round retries those of earlier rounds once, at its end. */
export function createPostponed({ toExamine }: Pick<ContentStore, 'toExamine'>) {
  const states = new Map<string, string>()
  let last = 0
  let due = new Set<string>()

  // A checksum taken meanwhile does not change a file's state.
  const stateOf = ({ checksum, size, modifiedAt }: FileRow) => `${size} ${modifiedAt ?? checksum}`
  const has = (file: FileRow) => states.get(file.id) === stateOf(file)

  return {
    has,
    beginRound: () => void (due = new Set(states.keys())),
    add(file: FileRow): void {
      states.set(file.id, stateOf(file))
      last = Math.max(last, file.number)
    },
    /** The next unexamined files, then those replaced meanwhile, then the due ones. */
    async next(limit: number): Promise<FileRow[]> {
      const waiting = await toExamine(limit, last)
      if (waiting.length > 0 || states.size === 0) return waiting
      const unexamined = await toExamine(states.size + limit)
      const replaced = unexamined.filter((file) => !has(file)).slice(0, limit)
      if (replaced.length > 0) return replaced
      const again = unexamined.filter(({ id }) => due.has(id)).slice(0, limit)
      for (const { id } of again) {
        due.delete(id)
        states.delete(id)
      }
      return again
    },
  }
}
