import { createReadStream } from 'node:fs'

const lineFeed = 0x0a
/** Maximum bytes of a line, far above any real one. */
export const maxLineBytes = 64 * 1024 * 1024

/** Throws for a line longer than `maxLineBytes`. Only a line feed ends a line: JSON may contain other Unicode separators. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString()
      parts = []
      length = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > maxLineBytes) throw new Error(`a line is longer than ${maxLineBytes} bytes`)
  }
}
