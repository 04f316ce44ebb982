import { createReadStream } from 'node:fs'

const lineFeed = 0x0a
/** Bytes of a line that are read: what a program says of one image stays far below. */
export const longestLine = 64 * 1024 * 1024

/** Finished lines of a file that a task wrote. Throws for one that is longer than `longestLine`. A line feed alone ends one: JSON holds the other separators of Unicode as they are. */
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
    if (length > longestLine) throw new Error(`a line is longer than ${longestLine} bytes`)
  }
}
