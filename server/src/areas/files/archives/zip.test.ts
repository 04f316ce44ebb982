import { promisify } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { zip } from './zip.ts'
import type { ZipEntry } from './zip.ts'

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

async function entriesOf(archive: Buffer): Promise<yauzl.Entry[]> {
  const file = await openZip(archive, { lazyEntries: true, strictFileNames: true })
  const entries: yauzl.Entry[] = []
  for await (const entry of file.eachEntry()) entries.push(entry)
  return entries
}

const bytes = (text: string) => new TextEncoder().encode(text)
const complete = async function* <Item>(...items: Item[]) {
  yield* items
}
const entry = (path: string, content: string, more: Partial<ZipEntry> = {}): ZipEntry => ({
  path,
  modifiedAt: new Date('2026-03-04T05:06:08Z'),
  stat: async () => ({ size: bytes(content).length, open: async () => complete(bytes(content)) }),
  ...more,
})

describe('R2.37 an archive', () => {
  test('has the end that more than 65,535 files need', async () => {
    const many = async function* () {
      for (let number = 0; number < 70_000; number++) yield entry(`${number}`, '')
    }
    const archive = await buffer(zip(many()))
    expect(archive.includes(Buffer.from('504b0606', 'hex'))).toBe(true)
    const entries = await entriesOf(archive)
    expect(entries).toHaveLength(70_000)
    expect(entries.at(-1)?.fileName).toBe('69999')
  })

  test('breaks off where a file has another size than was said', async () => {
    const wrong = complete(
      entry('a', 'a'),
      entry('b', 'b', { stat: async () => ({ size: 5, open: async () => complete(bytes('b')) }) }),
    )
    await expect(buffer(zip(wrong))).rejects.toThrow('b has 1 bytes instead of 5')
  })

  test('keeps times before 1980 and after 2107 as near as the format can', async () => {
    const times = ['1969-12-31T23:59:59Z', '2200-01-01T00:00:00Z']
    const archive = await buffer(
      zip(complete(...times.map((time) => entry(time, 'x', { modifiedAt: new Date(time) })))),
    )
    expect(await entriesOf(archive)).toHaveLength(2)
  })
})
