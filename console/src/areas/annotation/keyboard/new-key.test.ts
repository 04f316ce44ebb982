import { defaultKeymap, keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { expect, test } from 'vitest'
import { type KeyedCommand, keyedCommands, keyGroups } from '#ui/keyboard/studio-commands.ts'
import { obstacleTo, withKey, withoutKey } from './new-key.ts'

const all: readonly KeyedCommand[] = keyGroups.flatMap((group) => keyedCommands[group])
const commandOf = (id: string) => all.find((command) => command.id === id)!
const labelKeys = new Map([['1', 'dirt']])
const obstacle = (id: string, combination: string) =>
  obstacleTo({ command: commandOf(id), combination, keymap: defaultKeymap, labelKeys })

test('R2.36 in each preset no two commands of the studio have the same key', () => {
  for (const preset of ['arrows', 'letters'] as const) {
    const keys = all.flatMap((command) => keysOf(command, { preset, keys: {} }))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  }
})

test('R2.36 a key that something else has is told before it is given away', () => {
  expect(obstacle('undo', 'u')).toBeNull()
  expect(obstacle('undo', 'Space')).toEqual({ kind: 'reserved' })
  expect(obstacle('undo', 'Ctrl+w')).toEqual({ kind: 'browser' })
  expect(obstacle('undo', '1')).toEqual({ kind: 'label', label: 'dirt' })
  expect(obstacle('undo', 'Ctrl+s')).toMatchObject({ kind: 'taken', by: [{ id: 'save' }] })
})

test('a key given to a command leaves the one that had it, and can be taken away again', () => {
  const keymap = withKey(defaultKeymap, commandOf('undo'), 'Ctrl+s')
  expect(keysOf(commandOf('undo'), keymap)).toEqual(['Ctrl+z', 'Ctrl+s'])
  expect(keysOf(commandOf('save'), keymap)).toEqual([])
  expect(keysOf(commandOf('undo'), withoutKey(keymap, commandOf('undo'), 'Ctrl+z'))).toEqual(['Ctrl+s'])
})
