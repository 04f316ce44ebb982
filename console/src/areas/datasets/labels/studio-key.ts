import { type Keymap, keysOf, reservedKeys } from '@vermilion/canvas/editor/commands/keymap'
import { type KeyedCommand, keyedCommands, keyGroups } from '#ui/keyboard/studio-commands.ts'

export function meaningOf(key: string, keymap: Keymap): KeyedCommand | 'reserved' | null {
  if (reservedKeys.includes(key)) return 'reserved'
  const all = keyGroups.flatMap((group) => keyedCommands[group])
  return all.find((command) => keysOf(command, keymap).includes(key)) ?? null
}
