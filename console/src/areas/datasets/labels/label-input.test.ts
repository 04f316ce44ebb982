import { expect, test } from 'vitest'
import { moved, problemOf, withTyped } from './label-input.ts'

test('typed names become labels with colours of their own; a name that is there is not added again', () => {
  const labels = withTyped([{ name: 'dirt', colour: '#56b4e9' }], 'chair; dirt；cable ; chair')
  expect(labels.map(({ name }) => name)).toEqual(['dirt', 'chair', 'cable'])
  expect(new Set(labels.map(({ colour }) => colour)).size).toBe(3)
})

test('a list says what is wrong with it', () => {
  expect(problemOf([{ name: 'a' }, { name: 'b' }])).toBeNull()
  expect(problemOf([{ name: 'a' }, { name: ' a ' }])).toBe('names')
  expect(problemOf([{ name: '' }])).toBe('names')
  expect(
    problemOf([
      { name: 'a', shortcut: 'q' },
      { name: 'b', shortcut: 'q' },
    ]),
  ).toBe('shortcuts')
  expect(
    problemOf([
      { name: 'a', shortcut: null },
      { name: 'b', shortcut: null },
    ]),
  ).toBeNull()
  expect(problemOf([{ name: 'a', attributes: [{ name: 'kind', type: 'select', options: [] }] }])).toBe('attributes')
  const twice = { name: 'size', type: 'number' as const }
  expect(problemOf([{ name: 'a', attributes: [twice, twice] }])).toBe('attributes')
})

test('one in a list moves by a place, and not beyond an end', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
