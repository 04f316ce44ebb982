import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallFailed, startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { createAddressLists } from './address-lists.ts'

const { checkPath, createSpace, deleteSpace, getSpace } = spaceEndpoints

const content = Buffer.from('0123456789'.repeat(20_000))
let [list, tag, breaks] = ['', '"one"', 0]
const requests: string[] = []

function respond({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  requests.push(`${url} ${headers.range ?? ''}`)
  const send = (status: number, body = '', more = {}) => void response.writeHead(status, more).end(body)
  if (url.startsWith('/list')) return send(200, list)
  if (url === '/page') return send(200, '<!doctype html>\n<p>Sign in</p>\n')
  if (url === '/secret') return send(403)
  if (url === '/moved') return send(302, '', { location: '/list' })
  if (url === '/inward') return send(302, '', { location: 'http://169.254.169.254/latest' })
  if (url === '/silent') return
  if (url === '/chunked.jpg') return void response.writeHead(200, { etag: tag }).end(content.subarray(0, 10))
  if (!url.startsWith('/files/')) return send(404)
  const [, from, until] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? []
  const isPart = from !== undefined && !url.includes('no-ranges')
  const [start, end] = isPart
    ? [Number(from), until === '' ? content.length - 1 : Number(until)]
    : [0, content.length - 1]
  const part = content.subarray(start, end + 1)
  response.writeHead(isPart ? 206 : 200, {
    ...(tag.startsWith('"') ? { etag: tag } : tag !== '' && { 'last-modified': tag }),
    'content-length': part.length,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${content.length}` }),
  })
  if (breaks-- > 0) response.write(part.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 50))
  else response.end(part)
}

const host = createServer(respond)
let folder = ''
let [address, hostName] = ['', '']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-lists-'))
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  hostName = `127.0.0.1:${(host.address() as AddressInfo).port}`
  address = `http://${hostName}`
})
afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await rm(folder, { recursive: true })
})

const open = (allowedHosts = [hostName]) => createAddressLists({ folder, allowedHosts }).open(`${address}/list`)
const paths = async (after?: string) => {
  const pages = await Array.fromAsync(open().list({ after, signal: AbortSignal.timeout(60_000) }))
  return pages.flat().map(({ path }) => path)
}

describe('a list of addresses as a folder', () => {
  test('files come in the order of their paths, numbered where these are equal, and what is skipped is told', async () => {
    const names = ['b.jpg', 'a.jpg?size=1', 'a.jpg?size=2', 'a.jpg', '%F0%9F%98%80.jpg', '%EF%BF%A0.jpg', 'b.jpg']
    list = [...names.map((name) => `${address}/files/${name}`), 'nothing', 'https://'].join('\n')
    const named = (name: string) => `${hostName}/files/${name}`
    const all = ['a (2).jpg', 'a (3).jpg', 'a.jpg', 'b.jpg', '\uFFE0.jpg', '😀.jpg'].map(named)
    expect(await paths()).toEqual(all)
    expect(await open().skipped?.()).toEqual(
      [
        {
          reason: expect.objectContaining({ zh: '重复列出的地址' }) as unknown,
          count: 1,
          example: `${address}/files/b.jpg`,
        },
        {
          reason: expect.objectContaining({ zh: '没有 http 或 https 地址的条目' }) as unknown,
          count: 2,
          example: 'nothing',
        },
      ]
        .toSorted((one, other) => other.count - one.count)
        .toReversed(),
    )
    list = ''
    // It goes on in the list that it began with.
    expect(await paths(named('a.jpg'))).toEqual(all.slice(3))
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('what is no list any more is told, and the one before it stays', async () => {
    list = `${address}/files/a.jpg`
    expect(await paths()).toHaveLength(1)
    list = `${address}/files/b.jpg\n${'x'.repeat(100_000)}`
    await expect(paths()).rejects.toMatchObject({ problem: { en: 'a line is too long', zh: '某一行过长' } })
    expect(await paths('0')).toHaveLength(1)
  })

  test('a file is read as a whole and in part, goes on after breaks, and is another with another version', async () => {
    list = `${address}/files/a.jpg\n${address}/files/no-ranges.jpg\n${address}/chunked.jpg\n${address}/files/gone\n${address}/gone`
    await paths()
    const folderOfList = open()
    const read = async (name: string, version: string | null = null, range?: { start: number; end: number }) => {
      const { size, stream, version: reported } = await folderOfList.read(`${hostName}/${name}`, version, range)
      const bytes = await buffer(stream)
      expect(bytes).toHaveLength(size)
      return { bytes, reported }
    }
    breaks = 3
    expect(await read('files/a.jpg')).toEqual({ bytes: content, reported: '"one"' })
    expect(requests.slice(-3)).toEqual([50_000, 100_000, 150_000].map((at) => `/files/a.jpg bytes=${at}-199999`))
    const range = { start: 15, end: 99_999 }
    for (const name of ['files/a.jpg', 'files/no-ranges.jpg'])
      expect((await read(name, '"one"', range)).bytes).toEqual(content.subarray(15, 100_000))
    expect((await read('chunked.jpg', null, { start: 2, end: 4 })).bytes.toString()).toBe('234')

    breaks = 1
    const started = await folderOfList.read(`${hostName}/files/a.jpg`, null)
    tag = '"two"'
    await expect(buffer(started.stream)).rejects.toMatchObject({ code: 'ENOENT' })
    for (const [name, version] of [
      ['files/a.jpg', '"one"'],
      ['gone', null],
      ['unlisted', null],
    ] as const)
      await expect(read(name, version)).rejects.toMatchObject({ code: 'ENOENT' })
    tag = ''
    breaks = 1
    await expect(read('files/a.jpg')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('a host of this network is read only where it is named', async () => {
    await expect(open([]).read(`${hostName}/files/a.jpg`, null)).rejects.toMatchObject({
      problem: {
        en: expect.stringContaining('VERMILION_LIST_HOSTS'),
        zh: expect.stringContaining('VERMILION_LIST_HOSTS'),
      },
    })
  })
})

describe('a data space of a list', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ environment: { VERMILION_LIST_HOSTS: hostName } })
  })
  afterAll(() => server.stop())

  const create = (path: string, language = 'en-us') =>
    server.call(createSpace, { body: { name: path.slice(0, 60), path } }, { language })

  test.each<[string, RegExp, RegExp]>([
    ['http://ada:secret@list.example/list', /no address of a list without a user name/, /不含用户名/],
    ['/page', /no address of a file is found in it/, /没有文件地址/],
    ['/secret', /answers HTTP 403/, /返回 HTTP 403/],
    ['/none', /no list at this address/, /没有列表/],
    ['/inward', /169\.254\.169\.254 lies in a private network/, /169\.254\.169\.254/],
    ['/silent', /no answer within 5 s/, /5 秒内没有响应/],
    ['http://127.0.0.1:1/list', /private network.*VERMILION_LIST_HOSTS/, /私有网络/],
    ['http://169.254.169.254/latest', /private network/, /私有网络/],
  ])('%s is refused in both languages', async (path, en, zh) => {
    list = `${address}/files/a.jpg`
    const typed = path.startsWith('/') ? address + path : path
    const english = await create(typed).catch((error: unknown) => error)
    expect(english).toBeInstanceOf(CallFailed)
    expect(english).toMatchObject({
      envelope: { data: { error: 'space.path-unusable' }, message: expect.stringMatching(en) },
    })
    const checked = await server.call(checkPath, { body: { path: typed } })
    expect(checked).toMatchObject({
      ok: false,
      reason: { en: expect.stringMatching(en), zh: expect.stringMatching(zh) },
    })
  })

  test('its files are listed, read and shown, and what names no file is in the report', async () => {
    tag = '"three"'
    list = `id,url,name\n1,${address}/files/1,one.txt\n2,${address}/files/2,two.txt\n3,,\n`
    const space = await create(`${address}/moved#top`)
    expect(space).toMatchObject({ path: `${address}/moved`, storageId: null })
    await server.platform.jobs.settled()
    const params = { spaceId: space.id }
    const scanned = await server.call(getSpace, { params })
    expect(scanned).toMatchObject({
      status: 'success',
      fileCount: 2,
      scanReport: { added: 2, skipped: [{ count: 1 }] },
    })
    const { items } = await server.call(fileEndpoints.listFiles, { params, query: {} })
    const [one] = items.filter((item) => 'checksum' in item || 'path' in item) as { id: string }[]
    const response = await server.fetch(`/files/${one?.id}/content`, {})
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)

    await server.call(scanEndpoints.scanSpace, { params, body: {} })
    await server.platform.jobs.settled()
    expect((await server.call(getSpace, { params })).scanReport).toMatchObject({ added: 0, changed: 0, removed: 0 })
    // It is noticed once either of the two, which are equal, is read again, and both are others with the scan after that.
    const { checksum } = await server.app.files.examined(one?.id ?? '')
    server.platform.contentPlaces.copies.discard(checksum)
    tag = 'Tue, 15 Nov 2022 12:45:26 GMT'
    content[0] = 65
    const read = () =>
      server.fetch(`/files/${one?.id}/content`).then(async (reply) => [reply.status, await reply.text()])
    expect((await read())[0]).toBe(404)
    await server.call(scanEndpoints.scanSpace, { params, body: {} })
    await server.platform.jobs.settled()
    expect((await server.call(getSpace, { params })).scanReport).toMatchObject({ changed: 2 })
    expect(await read()).toEqual([200, content.toString()])
    const folderOfIndexes = join(server.data, 'cache/address-lists')
    expect(await readdir(folderOfIndexes)).toHaveLength(1)
    await server.call(deleteSpace, { params })
    await expect.poll(() => readdir(folderOfIndexes)).toEqual([])
  })
})
