import { expect, test } from 'vitest'
import { needOf } from './claims.ts'

test('a task needs what all its instances need together', () => {
  const instances = [
    { role: 'master', count: 1 },
    { role: 'worker', count: 3 },
  ]
  const request = { cpu: 0.5, memoryBytes: 1_000, accelerator: { type: 'A100', count: 2 }, instances }
  expect(needOf(request)).toEqual({ places: 1, cpu: 2, memoryBytes: 4_000, 'accelerator A100': 8 })
  expect(needOf({ ...request, cpu: null, memoryBytes: null })).toMatchObject({ places: 1, cpu: 0, memoryBytes: 0 })
})
