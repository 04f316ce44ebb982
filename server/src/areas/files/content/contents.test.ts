import { mkdir, rename, rmdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileEndpoints } from '@vermilion/contract/files'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobFile, isStoreBucket } from '../../../testing/remote-store.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { bytesOf, fileAt, picture, spaceWith, text } from '../testing/space-with.ts'

const { listFiles } = fileEndpoints

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('contents', () => {
  let spaceId = ''
  beforeAll(async () => {
    const page = text('<script>alert(1)</script>')
    const contents = {
      'a.txt': text('0123456789'),
      'page.html': page,
      'drawing.svg': page,
      'page.jpg': page,
      'doc.pdf': page,
    }
    spaceId = await spaceWith(server, 'contents', contents)
  })
  const content = async (path: string, headers: Record<string, string> = {}) =>
    server.fetch(`/files/${(await fileAt(server, spaceId, path)).id}/content`, { headers })

  test('a part is answered as a part', async () => {
    const part = await content('a.txt', { range: 'bytes=2-4' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await (await content('a.txt', { range: 'bytes=-3' })).text()).toBe('789')
    expect((await content('a.txt', { range: 'bytes=99-' })).status).toBe(416)
    const existing = { 'if-none-match': (await content('a.txt')).headers.get('etag') ?? '' }
    expect((await content('a.txt', existing)).status).toBe(304)
  })

  test('nothing stored ever runs as a page of this server', async () => {
    for (const path of ['page.html', 'drawing.svg', 'doc.pdf', 'page.jpg', 'a.txt']) {
      const { headers } = await content(path)
      expect(headers.get('content-security-policy'), path).toContain('sandbox')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-type'), path).not.toMatch(/html|svg|xml|pdf|script/)
    }
    for (const path of ['page.html', 'drawing.svg', 'doc.pdf']) {
      expect((await content(path)).headers.get('content-disposition'), path).toMatch(/^attachment/)
    }
    expect((await content('a.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })
})

describe('pictures', () => {
  let spaceId = ''
  beforeAll(async () => {
    const complete = await bytesOf(picture(800, 600).jpeg())
    const huge = await bytesOf(picture(8, 8).png())
    new DataView(huge.buffer).setUint32(16, 1_000_000)
    spaceId = await spaceWith(server, 'pictures', {
      'sideways.jpg': await bytesOf(picture(800, 600).jpeg().withMetadata({ orientation: 8 })),
      'small.png': await bytesOf(picture(30, 20).png()),
      'cut.jpg': complete.slice(0, complete.length / 2),
      'empty.png': text(''),
      'text.png': text('no picture'),
      'huge.png': huge,
      'notes.txt': text('no picture either'),
    })
    await server.platform.jobs.settled()
  })

  test('after an upload the size of the upright picture is known, and what does not decode is called broken', async () => {
    const { items } = await server.call(listFiles, { params: { spaceId }, query: {} })
    expect(Object.fromEntries(items.map(({ name, width, height, broken }) => [name, [width, height, broken]]))).toEqual(
      {
        'sideways.jpg': [600, 800, false],
        'small.png': [30, 20, false],
        'cut.jpg': [null, null, true],
        'empty.png': [null, null, true],
        'text.png': [null, null, true],
        'huge.png': [null, null, true],
        'notes.txt': [null, null, false],
      },
    )
  })

  test('a thumbnail is an upright WebP of at most 256 pixels, asked for again only when it changed', async () => {
    const address = `/files/${(await fileAt(server, spaceId, 'sideways.jpg')).id}/thumbnail`
    const response = await server.fetch(address)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 192,
      height: 256,
    })
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const again = await server.fetch(address, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test('what is no readable picture has no thumbnail, and says so', async () => {
    for (const path of ['cut.jpg', 'empty.png', 'text.png', 'huge.png', 'notes.txt']) {
      const response = await server.fetch(`/files/${(await fileAt(server, spaceId, path)).id}/thumbnail`)
      expect(response.status, path).toBe(404)
      expect(await response.json()).toMatchObject({ code: 40422, message: '该文件没有缩略图' })
    }
  })

  test('a replaced picture is looked at anew', async () => {
    await upload(server, { spaceId, path: 'empty.png' }, await bytesOf(picture(50, 40).png()))
    await server.platform.jobs.settled()
    expect(await fileAt(server, spaceId, 'empty.png')).toMatchObject({ width: 50, height: 40, broken: false })
  })

  // A server of buckets says that there is nothing where a folder lies.
  test.skipIf(isStoreBucket)('a picture that cannot be read is not called broken, and is looked at again', async () => {
    const content = await bytesOf(picture(70, 50).png())
    const { checksum } = await server.platform.blobs.put(Readable.from([content]))
    const file = blobFile(server.data, checksum)
    await rename(file, `${file}-away`)
    await mkdir(file)
    await server.app.files.write({
      spaceId,
      path: 'unreadable.png',
      conflict: 'replace',
      blob: { checksum, size: content.length },
    })
    await server.platform.jobs.settled()
    expect(await fileAt(server, spaceId, 'unreadable.png')).toMatchObject({ width: null, broken: false })
    await rmdir(file)
    await rename(`${file}-away`, file)
    await upload(server, { spaceId, path: 'next.png' }, await bytesOf(picture(30, 40).png()))
    await server.platform.jobs.settled()
    expect(await fileAt(server, spaceId, 'unreadable.png')).toMatchObject({ width: 70, height: 50, broken: false })
  })
})
