import { expect, test } from 'vitest'
import { jobStatus } from '#platform/jobs/store'
import { statusTable } from './status.ts'

test('R4.12 only the steps of the table may be taken', () => {
  const table = statusTable('door', { open: ['shut'], shut: ['open', 'locked'], locked: [] })
  expect(table.may('open', 'shut')).toBe(true)
  expect(() => table.check('open', 'locked')).toThrow('door: no step leads from open to locked')
  expect(table.sources('open')).toEqual(['shut'])
  expect(table.isEnd('locked')).toBe(true)
})

test('R4.12 a job that has ended stays ended, and only a queued one begins', () => {
  expect([jobStatus.isEnd('done'), jobStatus.isEnd('failed')]).toEqual([true, true])
  expect(jobStatus.sources('running')).toEqual(['queued'])
})
