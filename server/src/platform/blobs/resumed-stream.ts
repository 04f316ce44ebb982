import { Readable } from 'node:stream'

/** Breaks of the connection without a byte in between. */
const maxBreaks = 5

/** Bytes up to `end`, read on from where a connection broke as long as that may be of use. */
export function resumedStream(
  first: AsyncIterable<Buffer>,
  { start, end }: { start: number; end: number },
  readFrom: (position: number) => Promise<AsyncIterable<Buffer>>,
  isPassing: (error: unknown) => boolean,
): Readable {
  async function* parts() {
    let [body, position, breaks] = [first, start, 0]
    for (;;) {
      try {
        for await (const part of body) {
          position += part.length
          breaks = 0
          yield part
        }
      } catch (error) {
        if (breaks === maxBreaks || !isPassing(error)) throw error
      }
      if (position >= end) return
      breaks += 1
      body = await readFrom(position)
    }
  }
  return Readable.from(parts(), { objectMode: false })
}
