import { access, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids'
import type { Comparison } from './compare.ts'

export interface KeptComparison extends Comparison {
  readonly checksums: readonly string[]
}

const checksumBytes = 32
const headLength = 3

export function createComparisonFiles(folder: string) {
  return {
    async write({ checksums, positions, groups, middles, pairs }: KeptComparison): Promise<string> {
      await mkdir(folder, { recursive: true })
      const name = newId()
      const handle = await open(join(folder, name), 'wx', 0o600)
      try {
        await handle.writeFile(Uint32Array.of(checksums.length, middles.length, pairs.one.length))
        for (const numbers of [positions, groups, middles, pairs.one, pairs.other, pairs.likeness])
          await handle.writeFile(numbers)
        await handle.writeFile(Buffer.from(checksums.join(''), 'hex'))
        await handle.sync()
      } finally {
        await handle.close()
      }
      return name
    },

    has: (name: string): Promise<boolean> =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),

    async read(name: string): Promise<KeptComparison | undefined> {
      const content = await readFile(join(folder, name)).catch(() => undefined)
      return content && parse(content)
    },

    async clear(named: ReadonlySet<string>): Promise<void> {
      const files = await readdir(folder).catch(() => [])
      for (const file of files) if (!named.has(file)) await rm(join(folder, file), { force: true })
    },
  }
}

function parse(content: Buffer): KeptComparison | undefined {
  const bytes = content.buffer.slice(content.byteOffset, content.byteOffset + content.length) as ArrayBuffer
  if (bytes.byteLength < headLength * 4) return undefined
  const [contents = 0, groupCount = 0, pairCount = 0] = new Uint32Array(bytes, 0, headLength)
  const words = headLength + contents * 3 + groupCount + pairCount * 3
  if (bytes.byteLength !== words * 4 + contents * checksumBytes) return undefined
  let at = headLength
  const start = (length: number) => ((at += length) - length) * 4
  const positions = new Float32Array(bytes, start(contents * 2), contents * 2)
  const groups = new Uint32Array(bytes, start(contents), contents)
  const middles = new Uint32Array(bytes, start(groupCount), groupCount)
  const one = new Uint32Array(bytes, start(pairCount), pairCount)
  const other = new Uint32Array(bytes, start(pairCount), pairCount)
  const likeness = new Float32Array(bytes, start(pairCount), pairCount)
  const text = Buffer.from(bytes, at * 4).toString('hex')
  const checksums = Array.from({ length: contents }, (_, k) =>
    text.slice(k * checksumBytes * 2, (k + 1) * checksumBytes * 2),
  )
  return { positions, groups, middles, pairs: { one, other, likeness }, checksums }
}
