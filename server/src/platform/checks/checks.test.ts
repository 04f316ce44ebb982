import { expect, test } from 'vitest'
import { problemsOf } from '../../testing/check-problems.ts'
import { counterCheck } from './checks.ts'

test('a counter that differs from what is counted is told and set right, the others are left alone', async () => {
  const stored = new Map([
    ['a', { files: 2, bytes: 10 }],
    ['b', { files: 7, bytes: 70 }],
  ])
  const set: string[] = []
  const check = counterCheck({
    id: 'space-counters',
    compare: async () => [...stored].map(([id, row]) => ({ id, stored: row, counted: { files: 2, bytes: 10 } })),
    async set({ id, counted }) {
      set.push(id)
      stored.set(id, { files: counted['files'] ?? 0, bytes: counted['bytes'] ?? 0 })
    },
  })
  expect(await problemsOf(check)).toEqual(['b: files says 7, there are 2', 'b: bytes says 70, there are 10'])
  await check.repair?.()
  expect(set).toEqual(['b'])
  expect(await problemsOf(check)).toEqual([])
})
