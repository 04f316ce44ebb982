import type { Executor, RunHandle } from '#areas/executors'

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000
const maxCharacterBytes = 4

/**
 * Parts may split characters, so the edges move to character boundaries; a cut character comes with the next part. Invalid bytes
 * become U+FFFD.
 */
export function wholeCharacters(bytes: Buffer, isLast: boolean): { text: string; skipped: number; used: number } {
  let start = 0
  while (start < Math.min(bytes.length, maxCharacterBytes - 1) && isContinuation(bytes[start])) start += 1
  let end = bytes.length
  if (!isLast) {
    let lead = end - 1
    while (lead > start && end - lead < maxCharacterBytes && isContinuation(bytes[lead])) lead -= 1
    if (lead >= start && lead + lengthOf(bytes[lead] ?? 0) > end && lead > start) end = lead
  }
  return { text: bytes.toString('utf8', start, end), skipped: start, used: end }
}

function lengthOf(lead: number): number {
  if (lead >= 0b1111_0000) return 4
  if (lead >= 0b1110_0000) return 3
  return lead >= 0b1100_0000 ? 2 : 1
}

export interface LogPlace {
  executor: Pick<Executor, 'logs' | 'logFile'>
  handle: RunHandle
  instance: string
}

export async function readLogPart(location: LogPlace, part: { offset: number; limit: number }) {
  const read = await location.executor.logs(location.handle, location.instance, part)
  if (!read) return null
  const { text, skipped, used } = wholeCharacters(read.bytes, false)
  return { text, offset: read.offset + skipped, nextOffset: read.offset + used, size: read.size }
}

export async function* wholeLog({ executor, handle, instance }: LogPlace): AsyncGenerator<Buffer> {
  const limit = 256 * 1024
  let end = Number.POSITIVE_INFINITY
  for (let offset = 0; offset < end;) {
    const part = await executor.logs(handle, instance, { offset, limit: Math.min(limit, end - offset) })
    if (!part || part.bytes.length === 0) return
    if (end === Number.POSITIVE_INFINITY) end = part.size
    offset += part.bytes.length
    yield part.bytes
  }
}
