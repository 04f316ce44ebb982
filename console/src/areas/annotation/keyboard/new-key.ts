import { conflictsOf, keysOf, type Keymap, remapped, reservedKeys } from '@vermilion/canvas/editor/commands/keymap'
import { type KeyedCommand, keyedCommands, keyGroups } from '#ui/keyboard/studio-commands.ts'

const table: readonly KeyedCommand[] = keyGroups.flatMap((group) => keyedCommands[group])

const browserKeys = ['Ctrl+t', 'Ctrl+w', 'Ctrl+n', 'Ctrl+Shift+t', 'Ctrl+Shift+w', 'Ctrl+Shift+n', 'F11', 'F12']

export type Obstacle =
  | { kind: 'reserved' }
  | { kind: 'browser' }
  | { kind: 'label'; label: string }
  | { kind: 'taken'; by: readonly KeyedCommand[] }

interface RequestedKey {
  command: KeyedCommand
  combination: string
  keymap: Keymap
  labelKeys: ReadonlyMap<string, string>
}

export function obstacleTo({ command, combination, keymap, labelKeys }: RequestedKey): Obstacle | null {
  if (reservedKeys.includes(combination) && !command.keys.includes(combination)) return { kind: 'reserved' }
  if (browserKeys.includes(combination) && !command.keys.includes(combination)) return { kind: 'browser' }
  const label = labelKeys.get(combination)
  if (label !== undefined) return { kind: 'label', label }
  const by = conflictsOf(table, keymap, { id: command.id, combination })
  return by.length > 0 ? { kind: 'taken', by } : null
}

export function withKey(keymap: Keymap, command: KeyedCommand, combination: string): Keymap {
  const others = conflictsOf(table, keymap, { id: command.id, combination })
  const freed = others.reduce((map, other) => withoutKey(map, other, combination), keymap)
  const keys = keysOf(command, freed)
  return keys.includes(combination) ? freed : remapped(freed, command.id, [...keys, combination])
}

export function withoutKey(keymap: Keymap, command: KeyedCommand, combination: string): Keymap {
  const keys = keysOf(command, keymap)
  return remapped(
    keymap,
    command.id,
    keys.filter((key) => key !== combination),
  )
}
