import { expect, test } from 'vitest'
import { visibleName } from './visible-name.ts'

test('what hides in a name is to be seen', () => {
  expect(visibleName('txt.\u202egpj')).toBe('txt.\\u{202e}gpj')
  expect(visibleName('a\nb/朱雀 🐦.txt')).toBe('a\\u{a}b/朱雀 🐦.txt')
  expect(visibleName('admin\u200b')).toBe('admin\\u{200b}')
  expect(visibleName('a\u200db')).toBe('a\\u{200d}b')
})

test('what belongs into a name stays as it is', () => {
  const names = [
    '👩\u200d💻.png',
    'фото 1.jpg',
    '5кОм',
    'Δx_α-μm.csv',
    'नि\u200dन',
    'Ωμέγα',
    '图片(1).png',
    'naïve.txt',
  ]
  for (const name of names) expect(visibleName(name)).toBe(name)
})

test('a letter that pretends to be another is to be seen', () => {
  expect(visibleName('rеport.json')).toBe('r\\u{435}port.json')
  expect(visibleName('αlpha')).toBe('\\u{3b1}lpha')
  expect(visibleName('фотoграф')).toBe('фот\\u{6f}граф')
})
