import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue } from '@vermilion/contract/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authenticate, type Authenticator } from './authentication.ts'
import type { ApiDescription } from './openapi.ts'

/**
 * The API as a page to read: the same values as the OpenAPI document, one file, no script, nothing from elsewhere. Who
 * is signed in to the console reads it by the media cookie.
 */
export function serveDocs(server: FastifyInstance, authenticator: Authenticator, description: ApiDescription): void {
  server.get(`${description.basePath}/api/docs`, async (request, reply) => {
    await authenticate(authenticator, request, true)
    return reply.type('text/html; charset=utf-8').send(pageOf(description))
  })
}

function pageOf({ areas, version, basePath }: ApiDescription): string {
  const names = Object.keys(areas)
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join(' · ')
  const sections = Object.entries(areas).map(
    ([name, endpoints]) => `<h2 id="${name}">${name}</h2>${Object.values(endpoints).map(entry).join('')}`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Vermilion API ${version}</title><style>${style}</style>
<h1>Vermilion API ${version}</h1><p>Base path <code>${basePath}${apiPath}</code>. Every answer but a raw one is
<code>{ code, message, data, requestId }</code>; 200 is success. <a href="../api/v1/openapi.json">OpenAPI document</a></p>
<p>${links}</p>${sections.join('')}<h2>Errors</h2><table>${errors()}</table></html>`
}

function entry(endpoint: Endpoint): string {
  const { method, path, summary, errors: failures = [] } = endpoint
  const parts = (['params', 'query', 'body', 'answer'] as const).map((part) => schema(part, endpoint[part]))
  const raw = endpoint.raw === undefined ? '' : `<p>Answers <code>${escape(endpoint.raw)}</code>.</p>`
  const open = endpoint.public === true ? '<p>Needs no token.</p>' : ''
  const session = endpoint.sessionOnly === true ? '<p>Not with a personal access token.</p>' : ''
  const codes = failures.map((name) => `<code>${name}</code>`).join(' ')
  return `<details><summary><b>${method}</b> <code>${escape(path)}</code> ${escape(summary)}</summary>${open}${session}${raw}${parts.join('')}${codes === '' ? '' : `<p>Fails as ${codes}</p>`}</details>`
}

function schema(part: string, value: z.ZodType | undefined): string {
  if (value === undefined) return ''
  const { $schema: _, ...json } = z.toJSONSchema(value, {
    io: part === 'answer' ? 'output' : 'input',
    unrepresentable: 'any',
  })
  return `<h4>${part}</h4><pre>${escape(JSON.stringify(json, null, 2))}</pre>`
}

function errors(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([name, { code, text }]) =>
      `<tr><td><code>${name}</code><td>${code}<td>${escape(text.en)}<td lang="zh-CN">${escape(text.zh)}`,
  )
  return rows.join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{background:#f5f5f5;padding:.75rem;overflow:auto;border-radius:8px}summary{cursor:pointer;padding:.3rem 0}
td{padding:.2rem .6rem .2rem 0;vertical-align:top}a{color:#d4380d}
@media (prefers-color-scheme:dark){body{background:#181818;color:#ddd}pre{background:#242424}a{color:#ff7a45}}`
