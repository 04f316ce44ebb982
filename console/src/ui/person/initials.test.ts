import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['admin', 'AD'],
  ['ann lee', 'AL'],
  ['ann.lee.smith', 'AL'],
  ['x', 'X'],
  ['张伟', '张'],
  ['_a', 'A'],
])('the initials of %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
