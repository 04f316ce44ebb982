import { execFileSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { diskSpace, spaceOf, usedShare } from './disk-space.ts'

test('R1.08 what is held for root is neither used nor free, as in df', async () => {
  const reported = await statfs('/')
  const numbers = { bsize: 4_096, blocks: 66_053_021, bfree: 61_755_552, bavail: 19_577_847 }
  expect(spaceOf({ ...reported, ...numbers })).toEqual({ used: 17_189_876 * 1_024, free: 78_311_388 * 1_024 })
  expect(usedShare(17_189_876, 78_311_388)).toBeCloseTo(0.18, 3)
  expect(usedShare(0, 0)).toBeNull()
  expect(usedShare(null, 1)).toBeNull()
})

test('R1.08 the disk of a folder is as used as df says', async () => {
  const [, percent = ''] = /(\d+)% \S+\s*$/.exec(execFileSync('df', ['-kP', '/'], { encoding: 'utf8' })) ?? []
  const space = await diskSpace('/')
  // `df` rounds up.
  expect(Math.abs(usedShare(space!.used, space!.free)! * 100 - Number(percent))).toBeLessThanOrEqual(1.5)
})
