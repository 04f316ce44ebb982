import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const year = 31_536_000

export interface ConsoleFiles {
  /** Answers the console's page where a person asked for one of its addresses; false for anything else. */
  answerPage(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

/**
 * Serves the built console. Files below `assets/` carry a hash of their content in the name and are kept for good; the
 * page itself never is. The page's addresses are relative to a `<base>` set here, so that one build works under any
 * base path.
 */
export async function serveConsole(server: FastifyInstance, folder: string, basePath: string): Promise<ConsoleFiles> {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: `${basePath}/`,
    index: false,
    cacheControl: false,
    preCompressed: true,
    // A folder is no file: without an Accept-Encoding it would be refused as forbidden before the page is looked for.
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders(reply, path) {
      const retained = path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache'
      reply.header('cache-control', retained)
    },
  })

  async function page(): Promise<string> {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    return html?.replace('<head>', `<head><base href="${basePath}/">`) ?? notBuilt
  }

  return {
    async answerPage(request, reply) {
      const path = request.url.split('?')[0] ?? ''
      const isPage = path.startsWith(`${basePath}/`) && !/\.\w+$/.test(path) && !path.startsWith(`${basePath}/api/`)
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

const notBuilt =
  '<!doctype html><title>Vermilion</title><p>控制台尚未构建，请运行 <code>npm run build</code>。' +
  '<p>The console is not built yet: run <code>npm run build</code>.'
