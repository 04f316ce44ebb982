import { expect, test } from 'vitest'
import { keyOf } from './dom-input.ts'

test.each([
  [{ key: 'Z', code: 'KeyZ', altKey: false }, 'z'],
  [{ key: ' ', code: 'Space', altKey: false }, 'Space'],
  [{ key: 'Process', code: 'KeyB', altKey: false }, 'b'],
  [{ key: 'и', code: 'KeyB', altKey: false }, 'b'],
  [{ key: '¥', code: 'KeyY', altKey: true }, 'y'],
  [{ key: '3', code: 'Numpad3', altKey: false }, '3'],
  [{ key: '[', code: 'BracketLeft', altKey: false }, '['],
  [{ key: 'ArrowLeft', code: 'ArrowLeft', altKey: false }, 'ArrowLeft'],
])('the key %j is %s, with an input method or another alphabet too', (event, key) => {
  expect(keyOf(event)).toBe(key)
})
