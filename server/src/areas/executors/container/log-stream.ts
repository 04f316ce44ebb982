export interface LogEntry {
  second: number
  bytes: Buffer
}

const headerLength = 8
/** Maximum length of a timestamp up to its space; Docker's have 30 characters. */
const maxStampLength = 48

/** A frame is an 8-byte header with the length at 4, timestamp, space, content. Incomplete frames are kept for the next call. */
export function createLogReader(): (piece: Buffer) => LogEntry[] {
  let rest: Buffer = Buffer.alloc(0)
  let stampText = ''
  let stampSecond = 0
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const entries: LogEntry[] = []
    let at = 0
    while (bytes.length - at >= headerLength) {
      const from = at + headerLength
      const to = from + bytes.readUInt32BE(at + 4)
      if (to > bytes.length) break
      const space = bytes.subarray(from, Math.min(to, from + maxStampLength)).indexOf(0x20)
      if (space < 0) throw new Error('the engine sent a line of a log without its time')
      // Adjacent entries mostly have the same second.
      const stamp = bytes.toString('latin1', from, from + Math.min(space, 19))
      if (stamp !== stampText) {
        stampText = stamp
        stampSecond = Math.floor(Date.parse(bytes.toString('latin1', from, from + space)) / 1_000)
      }
      entries.push({ second: stampSecond, bytes: bytes.subarray(from + space + 1, to) })
      at = to
    }
    rest = Buffer.from(bytes.subarray(at))
    return entries
  }
}
