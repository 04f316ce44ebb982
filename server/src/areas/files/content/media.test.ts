import { expect, test } from 'vitest'
import { mediaOf } from './media.ts'

test.each([
  ['a.JPG', 'image', 'image/jpeg'],
  ['a.tar.gz', 'archive', 'application/gzip'],
  ['clip.mov', 'video', 'video/quicktime'],
  ['labels.json', 'text', 'application/json'],
  ['README', 'other', 'application/octet-stream'],
  ['.png', 'image', 'image/png'],
  ['a.constructor', 'other', 'application/octet-stream'],
])('%s is %s, %s', (name, kind, type) => {
  expect(mediaOf(name)).toMatchObject({ kind, type })
})

test('nothing that a browser would run is shown in place', () => {
  for (const name of ['a.svg', 'a.html', 'a.htm', 'a.xml', 'a.pdf', 'a.js', 'a.xhtml', 'a']) {
    expect(mediaOf(name).inline, name).toBeUndefined()
  }
})
