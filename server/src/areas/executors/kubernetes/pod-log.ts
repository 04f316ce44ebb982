import type { LogSource } from '../log-copy/log-copy.ts'
import type { KubernetesClient } from './client/client.ts'
import { isStatus } from './client/failure.ts'

/** The first line with its time stamp begins after `bytes`. */
interface StampAnchor {
  stamp: string
  bytes: number
}

const lineFeed = 0x0a
const space = 0x20
/** A time stamp has 30 to 35 characters. */
const maxStampLength = 48
const stampShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
/** Milliseconds: two streams may be written out of order, and anchors need not be stored more often. */
const disorderMs = 1_000
const settlingMs = 10_000

/**
 * The API server gives each line its time in nanoseconds, and seeks to the second. A long line may arrive in parts with times
 * of their own, of which only the first is sent: so only the beginnings of lines are anchors.
 */
export function podLog(client: KubernetesClient, pathOf: () => string | undefined): LogSource<StampAnchor> {
  return {
    start: { stamp: '', bytes: 0 },
    createReader,
    async open({ stamp }, { follow, signal = new AbortController().signal }) {
      const path = pathOf()
      if (path === undefined) return undefined
      const sinceTime = stamp === '' ? undefined : stamp.replace(/\.\d+/, '')
      const query = { container: 'main', follow, timestamps: true, sinceTime }
      try {
        return await client.stream(path, query, signal)
      } catch (error) {
        // Not begun yet, or removed with its pod.
        if (isStatus(error, 400, 404)) return undefined
        throw error
      }
    },
  }
}

/** Leaves out the first `copied` bytes after the beginning of the anchor's line. */
export function createReader(anchor: StampAnchor, copied: number) {
  let isSeeking = anchor.stamp !== ''
  /** A line from before the anchor, which is here already. */
  let isOld = false
  let heldBack: Buffer[] = []
  let skip = copied
  let position = anchor.bytes
  let latest = anchor
  let settledAt = Date.parse(anchor.stamp)
  let settled: StampAnchor | undefined
  let missing: Buffer[] = []
  const split = createSplitter({ beginLine, take: (bytes) => isOld || (isSeeking ? hold : append)(bytes) })

  const hold = (bytes: Buffer) => void heldBack.push(Buffer.from(bytes))

  function append(bytes: Buffer): void {
    position += bytes.length
    if (skip < bytes.length) missing.push(bytes.subarray(skip))
    skip = Math.max(0, skip - bytes.length)
  }

  /** The anchor's line was rotated away: all that is after it is missing here. */
  function giveUp(): void {
    const bytes = heldBack
    ;[isSeeking, heldBack, skip, position] = [false, [], 0, anchor.bytes + copied]
    for (const each of bytes) append(each)
  }

  function beginLine(stamp: string): void {
    isOld = isSeeking && stamp < anchor.stamp
    if (isSeeking && stamp === anchor.stamp) [isSeeking, heldBack] = [false, []]
    else if (isSeeking && Date.parse(stamp) > Date.parse(anchor.stamp) + disorderMs) giveUp()
    if (isSeeking || stamp === latest.stamp) return
    latest = { stamp, bytes: position }
    if (Date.parse(stamp) < settledAt + settlingMs) return
    settledAt = Date.parse(stamp)
    settled = latest
  }

  function report() {
    const reported = { missing, settled }
    missing = []
    settled = undefined
    return reported
  }

  return {
    read(piece: Buffer) {
      split(piece)
      return report()
    },
    finish() {
      if (isSeeking) giveUp()
      return report()
    },
    latest: () => latest,
  }
}

interface LineListener {
  beginLine(stamp: string): void
  /** Content of the current line, with its end. */
  take(bytes: Buffer): void
}

/** A line is a time stamp, a space and its content. */
function createSplitter({ beginLine, take }: LineListener): (piece: Buffer) => void {
  let unfinishedStamp: Buffer = Buffer.alloc(0)
  let isInLine = false
  return (piece) => {
    const bytes = unfinishedStamp.length === 0 ? piece : Buffer.concat([unfinishedStamp, piece])
    unfinishedStamp = Buffer.alloc(0)
    let at = 0
    while (at < bytes.length) {
      if (!isInLine) {
        const end = bytes.subarray(at, at + maxStampLength).indexOf(space)
        if (end < 0 && bytes.length - at < maxStampLength) {
          unfinishedStamp = Buffer.from(bytes.subarray(at))
          return
        }
        const stamp = bytes.toString('latin1', at, at + Math.max(0, end))
        // The kubelet's own error is in the stream like a line.
        if (!stampShape.test(stamp)) throw new Error(bytes.toString('utf8', at, at + 300).trim())
        beginLine(stamp)
        at += end + 1
      }
      const feed = bytes.indexOf(lineFeed, at)
      const to = feed < 0 ? bytes.length : feed + 1
      if (to > at) take(bytes.subarray(at, to))
      at = to
      isInLine = feed < 0
    }
  }
}
