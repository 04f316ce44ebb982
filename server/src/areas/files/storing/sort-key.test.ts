import { expect, test } from 'vitest'
import { sortKey } from './sort-key.ts'

test('keys put paths in the order people expect', () => {
  const expected = ['a/img1.png', 'a/img2.png', 'a/IMG10.png', 'a/img100.png', 'a b/x.png', 'b/1.png', 'img9', 'img010']
  const byKey = expected.toReversed().sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  expect(byKey).toEqual(expected)
})

test('numbers of any length keep their order', () => {
  const long = '9'.repeat(200)
  expect(sortKey(`${long}.png`) > sortKey('9999.png')).toBe(true)
  expect(sortKey('000.png')).toBe(sortKey('0.png'))
})
