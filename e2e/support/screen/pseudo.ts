import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Serves a console from a folder on a free port, forwarding API calls to `target`. Files are cached as from the server. */
export async function serveConsoleFrom(folder: string, target: string) {
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replace('<head>', '<head><base href="/">')

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url ?? '/', target)
    if (pathname.startsWith('/api/')) return forward(incoming, response, target)
    const file = join(folder, pathname)
    const contentType = contentTypes[extname(file)]
    if (contentType === undefined || !existsSync(file)) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
      return
    }
    const retained = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, { 'content-type': contentType, 'cache-control': retained }).end(await readFile(file))
  }

  const server = createServer((incoming, response) => void respond(incoming, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
  onward.on('response', (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    pipeline(reply, response, () => undefined)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
