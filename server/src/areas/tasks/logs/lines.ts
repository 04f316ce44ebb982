import type { LogLine } from '@vermilion/contract/tasks/logs'
import { wholeCharacters } from './log-part.ts'
import { bytesBetween } from './line-index.ts'
import type { LineIndex, LogSource } from './line-index.ts'

const maxTextBytes = 2 * 1024 * 1024
const lineBreak = 0x0a
const carriageReturn = 0x0d

interface LineRequest {
  from: number
  count: number
  maxLineBytes: number
}

/** Reads indexed lines. Reads at most the response's bytes plus the distance from the previous mark. */
export async function readLines(source: LogSource, index: LineIndex, requested: LineRequest): Promise<LogLine[]> {
  const { maxLineBytes } = requested
  const to = Math.min(index.total(), requested.from + requested.count)
  const lines: LogLine[] = []
  let text = 0
  for (let position = index.placeOf(requested.from); ; position += 1) {
    const mark = index.mark(position)
    if (mark === undefined || mark.line >= to) return lines
    // The log may grow during the read.
    const next = index.mark(position + 1) ?? { line: index.total(), offset: index.indexed() }
    const finished = index.finished()
    const limit = Math.min(next.offset - mark.offset, bytesBetween + maxLineBytes)
    const bytes = (await source.read({ offset: mark.offset, limit }))?.bytes ?? Buffer.alloc(0)
    let at = 0
    for (let line = mark.line; line < Math.min(to, next.line); line += 1) {
      const count = bytes.indexOf(lineBreak, at)
      const end = count >= 0 ? count : next.offset - mark.offset - (line < finished ? 1 : 0)
      if (line >= requested.from) {
        const head = bytes.subarray(at, Math.min(end, bytes.length))
        const length = end - at
        const tail =
          head.length < length
            ? await readTail(source, { end: mark.offset + end, length: Math.min(length, maxLineBytes) })
            : undefined
        lines.push(lineOf({ head, tail, length, maxLineBytes }))
        text += Math.min(length, maxLineBytes)
        if (text >= maxTextBytes) return lines
      }
      at = end + 1
    }
  }
}

async function readTail(source: LogSource, { end, length }: { end: number; length: number }): Promise<Buffer> {
  return (await source.read({ offset: end - length, limit: length }))?.bytes ?? Buffer.alloc(0)
}

interface Bytes {
  /** First bytes of the line, or all. */
  head: Buffer
  /** Last bytes, when `head` is incomplete. */
  tail: Buffer | undefined
  length: number
  maxLineBytes: number
}

function lineOf({ head, tail, length, maxLineBytes }: Bytes): LogLine {
  const end = (tail ?? head).at(-1) === carriageReturn ? 1 : 0
  const size = length - end
  const visible = tail === undefined ? head.subarray(0, size) : head
  const take = (bytes: Buffer, from: number, isLast: boolean) => part(bytes, { size, from, isLast, maxLineBytes })
  if (size <= maxLineBytes) return take(visible, 0, true)
  const states = tail === undefined ? visible : tail.subarray(0, tail.length - end)
  const offset = tail === undefined ? 0 : length - tail.length
  const state = firstState(states, tail === undefined ? size - maxLineBytes : 0)
  if (state > 0) return take(states.subarray(state), offset + state, true)
  const last = lastState(visible)
  return take(visible.subarray(last), last, tail === undefined)
}

/** Index after the first carriage return that is followed by text; 0 if none. */
function firstState(bytes: Buffer, after = 0): number {
  const count = bytes.indexOf(carriageReturn, after)
  return count >= 0 && count + 1 < bytes.length ? count + 1 : 0
}

function lastState(bytes: Buffer): number {
  const count = bytes.lastIndexOf(carriageReturn, -2)
  return count >= 0 ? count + 1 : 0
}

function part(
  bytes: Buffer,
  { size, from, isLast, maxLineBytes }: { size: number; from: number; isLast: boolean; maxLineBytes: number },
): LogLine {
  const cut = bytes.length > maxLineBytes || !isLast
  if (!cut) return { text: bytes.toString('utf8'), size, from, cut }
  const visible = wholeCharacters(bytes.subarray(0, maxLineBytes), false)
  return { text: bytes.toString('utf8', 0, visible.used), size, from, cut }
}
