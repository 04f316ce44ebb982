import { expect, test } from 'vitest'
import { writeJson } from '#platform/database/columns'
import type { TaskRow } from '../rows/task-row.ts'
import { exited } from './endings.ts'
import { reason } from './reasons.ts'

const row = {
  stopAccount: 'ada',
  startedAt: '2026-11-30T05:05:01.000Z',
  stopAskedAt: '2026-11-30T05:05:10.400Z',
  timedOut: 0,
  reason: writeJson(reason('none')),
} as TaskRow

test.each([
  ['2026-11-30T05:05:10.500Z', 'stopped'],
  ['2026-11-30T05:05:10.000Z', 'stopped'],
  ['2026-11-30T05:05:10.300Z', 'failed'],
  ['2026-11-30T05:05:09.000Z', 'failed'],
])('R4.01 a command that a signal ended at %s, asked at 10.400, has %s', (endedAt, status) => {
  const exit = { code: 143, signal: 'SIGTERM', outOfMemory: null }
  expect(exited(row, exit, { endedAt, early: null })).toMatchObject({ status })
})
