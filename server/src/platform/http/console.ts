import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const year = 31_536_000

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** Names that the build gives its files; none leads out of the folder. */
const fileName = /^[\w-][\w.-]*$/

/** A small file is not stored compressed; an uncompressed one is read only for clients without Brotli. */
interface Content {
  readonly bytes: Buffer
  readonly isBrotli: boolean
}

/**
 * Names below `assets/` hold a hash of the content: browsers cache them for good. The page itself is never cached.
 * Its addresses are relative to a `<base>` set here, so that one build works under any base path.
 */
export function serveConsole(
  server: FastifyInstance,
  folder: string,
  basePath: string,
  facts: Readonly<Record<string, string>> = {},
) {
  const head = [`<head><base href="${basePath}/">`, ...Object.entries(facts).map(metaOf)].join('')

  const assets = new Map<string, Content>()

  async function readContent(path: string, takesBrotli: boolean): Promise<Content | undefined> {
    const compressed = takesBrotli ? await readIfThere(join(folder, `${path}.br`)) : undefined
    if (compressed !== undefined) return { bytes: compressed, isBrotli: true }
    const bytes = await readIfThere(join(folder, path))
    return bytes && { bytes, isBrotli: false }
  }

  async function answerFile(request: FastifyRequest, reply: FastifyReply, parent: string): Promise<FastifyReply> {
    const { name } = request.params as { name: string }
    const contentType = contentTypes[extname(name)]
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const isAsset = parent !== ''
    const key = `${takesBrotli ? 'br' : 'identity'} ${name}`
    const retained = isAsset ? assets.get(key) : undefined
    const isKnown = contentType !== undefined && fileName.test(name)
    const content = retained ?? (isKnown ? await readContent(`${parent}${name}`, takesBrotli) : undefined)
    if (content === undefined) {
      reply.callNotFound()
      return reply
    }
    if (isAsset) assets.set(key, content)
    reply.headers({
      'content-type': contentType,
      'cache-control': isAsset ? `public, max-age=${year}, immutable` : 'no-cache',
      vary: 'accept-encoding',
    })
    if (content.isBrotli) reply.header('content-encoding', 'br')
    return reply.send(content.bytes)
  }

  for (const parent of ['', 'assets/'])
    server.get(`${basePath}/${parent}:name`, (request, reply) => answerFile(request, reply, parent))

  async function page(): Promise<string> {
    const html = (await readIfThere(join(folder, 'index.html')))?.toString('utf8')
    return html?.replace('<head>', () => head) ?? notBuilt
  }

  return {
    /** Sends the console's page when a person requests one of its addresses; false otherwise. */
    async answerPage(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const path = request.url.split('?')[0] ?? ''
      const isInside = path.startsWith(`${basePath}/`) && !/\/\/|%00/.test(path)
      const isPage = isInside && !/\.\w+$/.test(path) && !path.startsWith(`${basePath}/api/`)
      if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      reply
        .status(200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await page())
      return true
    },
  }
}

function metaOf([name, content]: readonly [string, string]): string {
  const escaped = content.replaceAll(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<meta name="${name}" content="${escaped}">`
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

const notBuilt =
  '<!doctype html><title>Vermilion</title><p>控制台尚未构建，请运行 <code>npm run build</code>。' +
  '<p>The console is not built yet: run <code>npm run build</code>.'
