import { defaultKeymap } from '@vermilion/canvas/editor/commands/keymap'
import { expect, test } from 'vitest'
import { meaningOf } from './studio-key.ts'

const idOf = (key: string, keymap = defaultKeymap): string | undefined => {
  const meaning = meaningOf(key, keymap)
  return typeof meaning === 'string' ? meaning : meaning?.id
}

test('R2.36 a label’s key is told from one that a command of the studio has, as the keys lie now', () => {
  expect(['h', 'd', 'Space', 'j', '1'].map((key) => idOf(key))).toEqual([
    'hide',
    'next',
    'reserved',
    undefined,
    undefined,
  ])
  expect(idOf('h', { preset: 'arrows', keys: { hide: ['j'] } })).toBeUndefined()
  expect(idOf('j', { preset: 'arrows', keys: { hide: ['j'] } })).toBe('hide')
})
