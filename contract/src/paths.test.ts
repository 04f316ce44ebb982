import { describe, expect, test } from 'vitest'
import { fileName, folderOf, normalizePath, pathProblem } from './paths.ts'

const usable = [
  'a.jpg',
  'kitchen/2026/a.jpg',
  'no-extension',
  '.hidden',
  '...',
  'a..b',
  'trailing dot.',
  ' spaces around ',
  'con',
  'NUL.txt',
  'quote".jpg',
  "it's 100%.jpg",
  'a:b.jpg',
  'question?*<>|.jpg',
  '地板/图片 1.jpg',
  'שלום.png',
  'مرحبا.png',
  '👩‍👩‍👧‍👦.png',
  `${'x'.repeat(251)}.jpg`,
  '图'.repeat(85),
]

const refused: [string, RegExp][] = [
  ['', /empty/],
  ['..', /the part \.\./],
  ['a/../../etc/passwd', /the part \.\./],
  ['./a', /the part \./],
  ['/etc/passwd', /not relative/],
  ['C:/Windows/a', /not relative/],
  ['a\\b.jpg', /backslash/],
  ['..\\..\\a', /backslash/],
  ['a//b', /no name/],
  ['a/', /no name/],
  ['a\nb.jpg', /control/],
  ['a\0.jpg', /control/],
  ['a\u0085b', /control/],
  ['photo\u202Egpj.exe', /control/],
  ['\ud83d.png', /Unicode/],
  ['x'.repeat(256), /255 bytes/],
  ['图'.repeat(86), /255 bytes/],
  [`${'d/'.repeat(500)}a`, /1000 characters/],
]

describe('paths of files in a data space', () => {
  test.each(usable)('%j can be used', (path) => {
    expect(pathProblem(path)).toBeUndefined()
  })

  test.each(refused)('%j is refused', (path, reason) => {
    expect(pathProblem(path)?.en).toMatch(reason)
  })

  test('composed and decomposed spellings are one path', () => {
    expect(normalizePath('cafe\u0301.png')).toBe('caf\u00e9.png')
  })

  test('a path splits into folder and name', () => {
    expect([folderOf('a/b/c.jpg'), fileName('a/b/c.jpg')]).toEqual(['a/b', 'c.jpg'])
    expect([folderOf('c.jpg'), fileName('c.jpg')]).toEqual(['', 'c.jpg'])
  })
})
