import { expect, test } from 'vitest'
import { taskName } from './fields.ts'

test.each(['a', 'z9', 'a-b', 'a--b', 'train-2026-01', 'a'.repeat(50)])('R5.01 %j is a task name', (name) => {
  expect(taskName.safeParse(name).success).toBe(true)
})

test.each(['', 'A', 'aB', '1a', '-a', 'a-', 'a_b', 'a b', 'a\n', 'é', '任务', 'a'.repeat(51)])(
  'R5.01 %j is no task name',
  (name) => {
    expect(taskName.safeParse(name).success).toBe(false)
  },
)
