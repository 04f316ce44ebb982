import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveConsole } from './console.ts'

test.each(['', '/robots'])(
  'the page is answered to who names no encoding, as curl and probes do: %s',
  async (basePath) => {
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-console-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<html><head></head>console</html>')
    const server = Fastify()
    const files = serveConsole(server, folder, basePath)
    server.setNotFoundHandler(async (asking, reply) => {
      if (!(await files.answerPage(asking, reply))) reply.status(404)
      return reply
    })
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    try {
      for (const path of ['/', '/login', '/assets/', '/assets']) {
        for (const method of ['GET', 'HEAD']) {
          const [response] = (await once(request(`${origin}${basePath}${path}`, { method }).end(), 'response')) as [
            IncomingMessage,
          ]
          const type = response.headers['content-type']
          expect([path, method, response.statusCode, type]).toEqual([path, method, 200, 'text/html; charset=utf-8'])
          const page = `<html><head><base href="${basePath}/"></head>console</html>`
          expect(await text(response)).toBe(method === 'GET' ? page : '')
        }
      }
    } finally {
      await server.close()
      await rm(folder, { recursive: true })
    }
  },
)

test('files are answered as the build has compressed them, and nothing else of the disk is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-console-'))
  const script = 'export const pageSize = 42\n'.repeat(100)
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'dist/.sources'), 'secret')
  await writeFile(join(folder, 'dist/assets/page-1.js'), script)
  await writeFile(join(folder, 'dist/assets/page-1.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'dist/assets/small-1.css'), 'p{}')
  await writeFile(join(folder, 'dist/favicon.svg'), '<svg/>')
  const server = Fastify()
  const files = serveConsole(server, join(folder, 'dist'), '')
  server.setNotFoundHandler(async (asking, reply) => {
    if (!(await files.answerPage(asking, reply))) reply.status(404).send('no such file')
    return reply
  })
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, encodings: string) => {
    const outgoing = request(origin, { path, headers: { 'accept-encoding': encodings } }).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const { 'content-encoding': encoding = 'none', 'cache-control': retained, 'content-type': type } = response.headers
    const bytes = await buffer(response)
    const content = (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
    return { status: response.statusCode, encoding, retained, type, content }
  }
  try {
    const forGood = 'public, max-age=31536000, immutable'
    const type = 'text/javascript; charset=utf-8'
    for (let time = 0; time < 2; time++) {
      const packed = await get('/assets/page-1.js', 'gzip, deflate, br, zstd')
      expect(packed).toEqual({ status: 200, encoding: 'br', retained: forGood, type, content: script })
      const plain = await get('/assets/page-1.js', 'identity')
      expect(plain).toEqual({ status: 200, encoding: 'none', retained: forGood, type, content: script })
    }
    expect(await get('/assets/small-1.css', 'br')).toMatchObject({ status: 200, encoding: 'none', content: 'p{}' })
    expect(await get('/favicon.svg', 'br')).toMatchObject({ status: 200, retained: 'no-cache', type: 'image/svg+xml' })
    for (const path of [
      '/assets/lost-2.js',
      '/assets/page-1.js.br',
      '/.sources',
      '/assets/..%2F..%2Fsecret.txt',
      '/..%2Fsecret.txt',
      '/assets/../../secret.txt',
    ])
      expect([path, (await get(path, 'br')).status]).toEqual([path, 404])
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
})
