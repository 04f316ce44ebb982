import { retainedOutput } from '@vermilion/contract/devices/commands'

const maxLineLength = 200

export type OutputRecorder = ReturnType<typeof createOutputRecorder>

export function createOutputRecorder() {
  const head: Buffer[] = []
  let headSize = 0
  const tail: Buffer[] = []
  let tailSize = 0
  let size = 0

  function shortenTail(): void {
    while (tail[0] !== undefined && tailSize - tail[0].length >= retainedOutput) tailSize -= tail.shift()?.length ?? 0
  }

  return {
    size: () => size,
    add(bytes: Buffer): void {
      size += bytes.length
      const first = bytes.subarray(0, retainedOutput - headSize)
      if (first.length > 0) head.push(Buffer.from(first))
      headSize += first.length
      const rest = bytes.subarray(first.length)
      if (rest.length === 0) return
      // A view would keep the whole buffer alive.
      tail.push(Buffer.from(rest.subarray(-retainedOutput)))
      tailSize += Math.min(rest.length, retainedOutput)
      shortenTail()
    },
    result() {
      const end = Buffer.concat(tail).subarray(-retainedOutput)
      const columns = { head: textOf(Buffer.concat(head)), tail: textOf(end) }
      const lastLine = (columns.head + columns.tail).trimEnd().split('\n').at(-1)?.trim().slice(0, maxLineLength) ?? ''
      return { ...columns, lastLine, omitted: size - headSize - end.length, outputSize: size }
    },
  }
}

/** Invalid bytes become U+FFFD; SQLite text may not contain NUL. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\u{FFFD}')
