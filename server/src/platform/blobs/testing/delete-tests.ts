import { expect, test } from 'vitest'
import { chunks } from './content.ts'
import type { OpenBlobs } from './content.ts'

export function testDeletes(open: OpenBlobs): void {
  test('deleted content is gone, and deleting again is nothing', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('short-lived'))
    await blobs.delete(checksum)
    await blobs.delete(checksum)
    expect(await blobs.stat(checksum)).toBeUndefined()
    await expect(blobs.open(checksum)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('content put again meanwhile survives its collection', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('wanted again'))
    const existing = await blobs.stat(checksum)
    if (existing === undefined) throw new Error('the content was just put')
    await blobs.delete(checksum, existing.putAt)
    expect(await blobs.stat(checksum)).toBeDefined()
    await blobs.delete(checksum, existing.putAt + 1)
    expect(await blobs.stat(checksum)).toBeUndefined()
  })
}
