import { createReadStream } from 'node:fs'

const lineFeed = 0x0a

/** Finished lines of a file. A line feed alone ends one: JSON holds the other separators of Unicode as they are. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString()
      parts = []
      from = at + 1
    }
    parts.push(chunk.subarray(from))
  }
}
