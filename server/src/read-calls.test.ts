import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fillPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue, errorStatus, type ErrorName } from '@vermilion/contract/kernel/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { datasetOf, spaceWith } from './areas/datasets/testing/pictures.ts'
import { errorsOf, refusals } from './platform/http/docs/errors-of.ts'
import { startTestServer, type TestServer } from './testing/start-server.ts'

let server: TestServer
const existing: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  const space = await spaceWith(server, 'read', ['1.png', '2.png'])
  const dataset = await datasetOf(server, space.id, { labels: [{ name: 'dirt' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const [item] = items
  const body = { name: 'board', host: '127.0.0.1', port: 1, user: 'robot', credentials: { kind: 'key' as const } }
  const device = await server.call(deviceEndpoints.createDevice, { body: body as never }).catch(() => undefined)
  Object.assign(existing, {
    spaceId: space.id,
    datasetId: dataset.id,
    itemId: item?.id,
    fileId: item?.fileId,
    ...(device === undefined ? {} : { deviceId: device.id }),
  })
})
afterAll(() => server.stop())

const reads = Object.values(endpointAreas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .filter(({ method, raw }) => method === 'GET' && raw !== 'text/event-stream')

const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const sent = (name: string) =>
  fc.oneof(
    fc.constantFrom(
      existing[name] ?? 'none',
      existing[name] ?? '1',
      '0',
      '-1',
      '1e9',
      'true',
      'null',
      '[]',
      '2026-01-01T00:00:00Z',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer().map(String),
  )

/** Empty and dotted segments address something else. */
const isSegment = (text: string) => !/^\.{0,2}$/.test(text)

const request = (endpoint: Endpoint) =>
  fc.record({
    params: fc.record(Object.fromEntries(paramsOf(endpoint).map((name) => [name, sent(name).filter(isSegment)]))),
    query: fc.record(Object.fromEntries(fieldsOf(endpoint.query).map((name) => [name, sent(name)])), {
      requiredKeys: [],
    }),
  })

async function answerTo(endpoint: Endpoint, { params, query }: { params: object; query: object }) {
  const path = fillPath(endpoint.path, params as Record<string, string>)
  const search = new URLSearchParams(query as Record<string, string>)
  const response = await server.fetch(`${path}?${search}`)
  if (response.status === 200 && endpoint.raw !== undefined) {
    await response.body?.cancel()
    return { status: 200, data: undefined, path }
  }
  const { data } = (await response.json()) as { data: unknown }
  return { status: response.status, data, path }
}

test('R8.02 whatever is read with whatever is answered or refused as it is told, and nothing breaks', async () => {
  for (const endpoint of reads) {
    const declared = [...errorsOf(endpoint), ...refusals.filter((name) => name !== 'internal')]
    const property = fc.asyncProperty(request(endpoint), async (input) => {
      const { status, data, path } = await answerTo(endpoint, input)
      if (status === 200) return expectContract(endpoint, data)
      const { error } = data as { error: ErrorName }
      expect(declared, `${endpoint.path} (${path}) answered ${error}`).toContain(error)
      expect(status).toBe(errorStatus(error))
      expect(errorCatalogue).toHaveProperty([error])
    })
    await fc.assert(property, { numRuns: 2, seed: 20_261_126 })
  }
}, 120_000)

function expectContract({ path, answer }: Endpoint, data: unknown): void {
  if (answer === undefined) return
  const parsed = answer.safeParse(data)
  expect([path, parsed.error?.issues]).toEqual([path, undefined])
  expect([path, parsed.data]).toEqual([path, data])
}

test('R7.05 what is read of things that there are has the fields of the contract and no others', async () => {
  const { itemId = '', datasetId = '' } = existing
  for (const endpoint of reads) {
    if (!paramsOf(endpoint).every((name) => name in existing)) continue
    const { status, data } = await answerTo(endpoint, { params: existing, query: {} })
    if (status === 200) expectContract(endpoint, data)
  }
  const saved = await server.call(annotationEndpoints.saveAnnotation, {
    params: { itemId },
    body: { baseRevision: 0, shapes: [], complete: true },
  })
  expectContract(annotationEndpoints.saveAnnotation, saved)
  const next = await server.call(annotationEndpoints.takeNextItem, { params: { datasetId }, body: { seatId: 'seat' } })
  expectContract(annotationEndpoints.takeNextItem, next)
})
