import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { maxLineBytes } from '../evaluation/lines.ts'

const maxFiles = 16
const lineBreak = 0x0a
const maxPageBytes = 4 * maxLineBytes
const tooLong = (file: string) => new Error(`the lines of ${file} are longer than is read`)

interface IndexedLines {
  ends: number[]
  size: number
}

export interface LineIndex {
  /** Complete lines; 0 for a missing file. */
  count(file: string): Promise<number>
  read(file: string, from: number, to: number): Promise<string[]>
  pick(file: string, numbers: readonly number[]): Promise<(string | undefined)[]>
}

export function createLineIndex(): LineIndex {
  const files = new Map<string, Promise<IndexedLines>>()

  async function indexOn(file: string, previous: Promise<IndexedLines> | undefined): Promise<IndexedLines> {
    const existing = (await previous?.catch(() => undefined)) ?? { ends: [], size: 0 }
    const size = await stat(file).then(
      (stats) => stats.size,
      () => 0,
    )
    if (size <= existing.size) return existing
    for await (const chunk of createReadStream(file, {
      start: existing.size,
      end: size - 1,
    }) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) {
        existing.ends.push(existing.size + at + 1)
      }
      existing.size += chunk.length
    }
    // An incomplete last line may be truncated and rewritten, so it is read again.
    existing.size = existing.ends.at(-1) ?? 0
    return existing
  }

  function existing(file: string): Promise<IndexedLines> {
    const indexing = indexOn(file, files.get(file))
    files.delete(file)
    files.set(file, indexing)
    const oldest = files.size > maxFiles ? files.keys().next().value : undefined
    if (oldest !== undefined) files.delete(oldest)
    return indexing
  }

  return {
    count: async (file) => (await existing(file)).ends.length,
    async read(file, from, to) {
      const { ends } = await existing(file)
      const start = from === 0 ? 0 : ends[from - 1]
      const end = ends[Math.min(to, ends.length) - 1]
      if (start === undefined || end === undefined || start >= end) return []
      if (end - start > maxPageBytes) throw tooLong(file)
      const handle = await open(file)
      try {
        const bytes = Buffer.alloc(end - start)
        await handle.read(bytes, 0, bytes.length, start)
        return bytes.toString().split('\n').slice(0, -1)
      } finally {
        await handle.close()
      }
    },
    async pick(file, numbers) {
      const { ends } = await existing(file)
      if (ends.length === 0) return numbers.map(() => undefined)
      const handle = await open(file)
      try {
        const lines: (string | undefined)[] = []
        for (const number of numbers) {
          const start = number === 0 ? 0 : ends[number - 1]
          const end = ends[number]
          if (start === undefined || end === undefined) lines.push(undefined)
          else {
            if (end - start > maxLineBytes) throw tooLong(file)
            const bytes = Buffer.alloc(end - start - 1)
            await handle.read(bytes, 0, bytes.length, start)
            lines.push(bytes.toString())
          }
        }
        return lines
      } finally {
        await handle.close()
      }
    },
  }
}
