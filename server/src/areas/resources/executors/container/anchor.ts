/**
 * A place in an engine's log to read on from: the engine finds the second, and `bytes` of the log lie before it. Engines
 * know no byte offsets, and an entry may be written a little after one with a later time.
 */
export interface Anchor {
  second: number
  bytes: number
}

export const logStart: Anchor = { second: 0, bytes: 0 }

/** Seconds after which no entry of an earlier second is expected. */
const settling = 10

/** Follows a reading that began at an anchor, and tells of a later one as soon as it is certain. */
export function createAnchorSearch(from: Anchor) {
  let position = from.bytes
  let latest = from.second
  let candidate: Anchor | undefined
  return (second: number, length: number): Anchor | undefined => {
    position += length
    latest = Math.max(latest, second)
    if (candidate === undefined) {
      // All that came so far is of an earlier second.
      candidate = { second: latest + 1, bytes: position }
      return undefined
    }
    if (second < candidate.second) {
      candidate.bytes += length
      return undefined
    }
    if (latest < candidate.second + settling) return undefined
    const settled = candidate
    candidate = undefined
    return settled
  }
}
