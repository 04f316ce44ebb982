import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pathOf, requestOf } from './request.ts'

const rename = endpoint('POST', '/spaces/:spaceId/files', {
  summary: { en: 'Renames', zh: '重命名' },
  query: z.object({ name: z.string().optional(), limit: z.number().optional() }),
  body: z.object({ to: z.string() }),
})

test('path, query and body are written as the endpoint declares them', () => {
  const input = { params: { spaceId: 'a/b' }, query: { name: 'x & y', limit: 2 }, body: { to: '猫' } }
  expect(requestOf(rename, input)).toEqual({
    method: 'POST',
    path: '/spaces/a%2Fb/files?name=x+%26+y&limit=2',
    headers: { 'content-type': 'application/json' },
    body: '{"to":"猫"}',
  })
})

test('what asks for nothing is left out', () => {
  expect(pathOf(rename, { params: { spaceId: 's' }, query: { name: '', limit: 0 } })).toBe('/spaces/s/files?limit=0')
  expect(pathOf(rename, { params: { spaceId: 's' }, query: {} })).toBe('/spaces/s/files')
  const list = endpoint('GET', '/spaces', { summary: { en: 'Lists', zh: '列出' } })
  expect(requestOf(list, {})).toEqual({ method: 'GET', path: '/spaces', headers: {}, body: null })
})
