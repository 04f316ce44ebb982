import { expect, test } from 'vitest'
import { markLabels } from './label-marks.ts'

const lettersOf = (labels: string[]) => [...markLabels(labels).values()].map(({ letter }) => letter)

test('R2.23 each label has a letter of its own beside its colour', () => {
  expect(lettersOf(['dirt', 'small-animal', 'animal'])).toEqual(['D', 'S', 'A'])
  expect(lettersOf(['cat', 'car', 'c'])).toEqual(['C', 'A', 'B'])
  expect(lettersOf(['污渍', '动物', '-'])).toEqual(['污', '动', 'A'])
  const many = Array.from({ length: 30 }, (_, index) => `label ${index}`)
  expect(new Set(lettersOf(many)).size).toBe(30)
})

test('labels beside one another differ in colour', () => {
  const colours = [...markLabels(Array.from({ length: 12 }, (_, index) => `${index}`)).values()].map(
    (mark) => mark.colour,
  )
  expect(new Set(colours).size).toBe(12)
})
