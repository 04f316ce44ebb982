import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from './testing/start-server.ts'
import type { TestServer } from './testing/start-server.ts'

const endpoints: Endpoint[] = Object.values(endpointAreas).flatMap((area) => Object.values<Endpoint>(area))
const closed = endpoints.filter((endpoint) => endpoint.public !== true)

const pathOf = ({ path }: Endpoint) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])))

describe('every endpoint of the contract', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('R6.02 only sign-in and health are public', () => {
    const open = endpoints.filter((endpoint) => endpoint.public === true).map(({ path }) => path)
    expect(open.toSorted()).toEqual([
      '/health',
      '/health/live',
      '/health/ready',
      '/login/identity',
      '/login/identity/finish',
      '/login/identity/logout',
      '/login/login',
    ])
  })

  test.each(closed.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'R6.02 R8.01 %s %s answers 401 without a valid token',
    async (method, _path, endpoint) => {
      for (const authorization of ['', 'Bearer', 'Bearer not-a-token', `Basic ${server.token}`]) {
        const response = await server.fetch(pathOf(endpoint), { method, headers: { authorization } })
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({ code: 401, message: '登录信息失效，请重新登录' })
      }
    },
  )
})
