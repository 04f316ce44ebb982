import type { FileRow } from '../store.ts'
import type { ContentStore } from './content-store.ts'

/** Files that could not be read when it was their turn: each round looks at those of earlier ones last, and once. */
export function createPostponed({ toExamine }: Pick<ContentStore, 'toExamine'>) {
  const states = new Map<string, string>()
  /** Number of the last file up to which others have been looked at. */
  let last = 0
  /** Ids of those that this round has still to look at. */
  let due = new Set<string>()

  // The checksum of a file in place is taken meanwhile.
  const stateOf = ({ checksum, size, modifiedAt }: FileRow) => `${size} ${modifiedAt ?? checksum}`
  const has = (file: FileRow) => states.get(file.id) === stateOf(file)

  return {
    has,
    beginRound: () => void (due = new Set(states.keys())),
    add(file: FileRow): void {
      states.set(file.id, stateOf(file))
      last = Math.max(last, file.number)
    },
    /** Of the files that nobody has looked at the next; behind them those that were replaced meanwhile, and then those that are due. */
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
