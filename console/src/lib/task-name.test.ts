import { taskName } from '@vermilion/contract/kernel/fields'
import { expect, test } from 'vitest'
import { proposeTaskName } from './task-name.ts'

const now = new Date(2026, 10, 26, 21, 3)

test.each([
  ['Warehouse floor', 'warehouse-floor-1126-2103'],
  ['  4th Hall – Nordtür ', 'th-hall-nordtu-r-1126-2103'],
  ['仓库地面', 'training-1126-2103'],
  ['', 'training-1126-2103'],
  ['a'.repeat(80), `${'a'.repeat(40)}-1126-2103`],
])('R5.01 the name that is proposed for %s keeps the rules of names', (about, name) => {
  const proposed = proposeTaskName(about, 'training', now)
  expect(proposed).toBe(name)
  expect(taskName.safeParse(proposed).success).toBe(true)
})
