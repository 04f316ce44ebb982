/**
 * The engine seeks to the second, before which there are `bytes`: engines have no byte offsets, and an entry may follow one with
 * a later time.
 */
export interface Anchor {
  second: number
  bytes: number
}

export const logStart: Anchor = { second: 0, bytes: 0 }

/** Seconds after which no older entry is expected. */
const settling = 10

/** Follows a read from an anchor, and finds later anchors once they are certain. */
export function createAnchorSearch(from: Anchor) {
  let position = from.bytes
  let latest = from.second
  let candidate: Anchor | undefined
  return (second: number, length: number): Anchor | undefined => {
    position += length
    latest = Math.max(latest, second)
    if (candidate === undefined) {
      // All entries so far are of earlier seconds.
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
