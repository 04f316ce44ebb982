import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
    const files = await serveConsole(server, folder, basePath)
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
