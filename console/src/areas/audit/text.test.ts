import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { expect, test } from 'vitest'
import { resourceText } from './text.ts'

test('R1.10 every kind of object that an entry can be about has a name', () => {
  const endpoints = Object.values<Readonly<Record<string, Endpoint>>>(endpointAreas).flatMap(Object.values<Endpoint>)
  const audited = endpoints.filter(({ method, audited: isAudited }) => method !== 'GET' && isAudited !== false)
  const resources = new Set(audited.map(({ path }) => path.split('/')[1] ?? ''))
  expect([...resources].filter((resource) => !(resource in resourceText.en))).toEqual([])
})
