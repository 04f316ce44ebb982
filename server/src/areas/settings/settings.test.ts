import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('R6.02 health answers without a token', async () => {
  const { health } = settingsEndpoints
  expect(await server.call(health, {}, { authorization: '' })).toEqual({ status: 'ok', version: '0.1.0' })
})

test('R7.01 R7.05 the OpenAPI document describes every endpoint by the schemas that check it', async () => {
  const response = await server.fetch('/openapi.json')
  const document = (await response.json()) as {
    openapi: string
    servers: { url: string }[]
    paths: Record<string, Record<string, { operationId: string; requestBody?: object; parameters: object[] }>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: '/api/v1' }])
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const declared = Object.values(endpointAreas).flatMap((area) => Object.values<Endpoint>(area))
  expect(described.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted())
  expect(document.paths['/login/login']?.['post']).toMatchObject({
    operationId: 'login',
    security: [],
    requestBody: {
      content: {
        'application/json': {
          schema: { required: ['username', 'password'], properties: { password: { type: 'string', minLength: 1 } } },
        },
      },
    },
    responses: { '403': {}, '429': {} },
  })
})

test('R6.02 R7.05 the same can be read, signed in, as a page that loads nothing from elsewhere', async () => {
  const docs = `${server.address}/api/docs`
  expect((await fetch(docs)).status).toBe(401)
  const response = await fetch(docs, { headers: { authorization: `Bearer ${server.token}` } })
  const page = await response.text()
  expect(page).toContain('<code>/login/login</code>')
  expect(page).not.toMatch(/<script|https?:\/\//)
})

test('metrics are for this machine, and through a proxy for whoever has a token', async () => {
  const metrics = (headers: Record<string, string> = {}) => fetch(`${server.address}/metrics`, { headers })
  expect(await (await metrics()).text()).toContain('http_request_duration_seconds_count')
  const proxied = { 'x-forwarded-for': '203.0.113.5' }
  expect((await metrics(proxied)).status).toBe(401)
  expect((await metrics({ ...proxied, authorization: `Bearer ${server.token}` })).status).toBe(200)
})
