import { fail } from '@vermilion/contract/kernel/errors'

/** Most event streams and terminal sockets of one account: each costs memory, and time with each event. */
const maxStreams = 60

export type StreamLimit = ReturnType<typeof createStreamLimit>

export function createStreamLimit() {
  const open = new Map<string, number>()
  return {
    /** Counts one more until the returned function is called. Fails with `stream.too-many`. */
    acquire(accountId: string): () => void {
      const count = open.get(accountId) ?? 0
      if (count >= maxStreams) throw fail('stream.too-many', { most: maxStreams })
      open.set(accountId, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (open.get(accountId) ?? 1) - 1
        if (left === 0) open.delete(accountId)
        else open.set(accountId, left)
      }
    },
  }
}
