import { fail } from '@vermilion/contract/kernel/errors'

/** Event streams, and sockets of terminals, that one account may have open at once: each costs the server memory, and time with each event. */
const mostStreams = 60

/** Counts what stays open, by account. */
export interface StreamLimit {
  /** Takes one more, until the answer is called. Fails as `stream.too-many`. */
  take(accountId: string): () => void
}

export function createStreamLimit(most = mostStreams): StreamLimit {
  const open = new Map<string, number>()
  return {
    take(accountId) {
      const count = open.get(accountId) ?? 0
      if (count >= most) throw fail('stream.too-many', { most })
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
