import { endpointAreas } from '@vermilion/contract/endpoints'
import { fillPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from './testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Levels too deep for any recursive program. */
const depth = 20_000
const lists = '['.repeat(depth) + ']'.repeat(depth)
const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const withBody = Object.values(endpointAreas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .filter(({ body }) => body !== undefined)

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  return []
}

test('R7.03 no call falls over brackets without end, in whichever field they are', async () => {
  expect(withBody.length).toBeGreaterThan(80)
  for (const { method, path, body } of withBody) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'none'] as const)
    const fields = fieldsOf(body).map((field, at) => `${JSON.stringify(field)}:${at % 2 === 0 ? lists : objects}`)
    const response = await server.fetch(fillPath(path, Object.fromEntries(names)), {
      method,
      headers: { 'content-type': 'application/json' },
      body: `{${fields.join(',')}}`,
    })
    const { data } = (await response.json()) as { data: { error?: string } }
    expect([method, path, response.status >= 400 && response.status < 500, data.error]).toEqual([
      method,
      path,
      true,
      expect.any(String),
    ])
  }
  expect((await server.fetch('/spaces')).status).toBe(200)
})
