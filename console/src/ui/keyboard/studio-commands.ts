import { commands, type CommandGroup, type CommandId } from '@vermilion/canvas/editor/commands/commands'
import type { Keyed } from '@vermilion/canvas/editor/commands/keymap'

export type PageCommandId = 'next' | 'previous' | 'save' | 'copyPrevious' | 'help'

interface PageCommand extends Keyed {
  id: PageCommandId
  repeats: boolean
}

/** Arrow keys move selected shapes; they reach this table only without a selection. */
export const pageCommands: readonly PageCommand[] = [
  { id: 'save', keys: ['Ctrl+s'], repeats: false },
  {
    id: 'next',
    keys: ['ArrowRight', 'ArrowDown', 'PageDown', 'd'],
    presetKeys: { letters: ['d', 'ArrowRight', 'ArrowDown', 'PageDown'] },
    repeats: true,
  },
  {
    id: 'previous',
    keys: ['ArrowLeft', 'ArrowUp', 'PageUp', 'a'],
    presetKeys: { letters: ['a', 'ArrowLeft', 'ArrowUp', 'PageUp'] },
    repeats: true,
  },
  { id: 'copyPrevious', keys: ['Ctrl+Shift+v'], repeats: false },
  { id: 'help', keys: ['?', 'F1'], repeats: false },
]

export const answerCommands = [
  { id: 'yes', keys: ['Ctrl+y', 'Alt+y'] },
  // In a normal window, browsers reserve Ctrl+N.
  { id: 'no', keys: ['Ctrl+n', 'Alt+n'] },
] as const satisfies readonly Keyed[]

type KeyedId = CommandId | PageCommandId | 'yes' | 'no'

export interface KeyedCommand extends Keyed {
  id: KeyedId
}

export const keyGroups = ['images', 'tools', 'edit', 'outline', 'view'] as const satisfies readonly (
  | CommandGroup
  | 'images'
)[]
export type KeyGroup = (typeof keyGroups)[number]

export const keyedCommands: Readonly<Record<KeyGroup, readonly KeyedCommand[]>> = {
  images: [...pageCommands, ...answerCommands],
  tools: inGroup('tools'),
  edit: inGroup('edit'),
  outline: inGroup('outline'),
  view: inGroup('view'),
}

function inGroup(group: CommandGroup): KeyedCommand[] {
  return commands.filter((command) => command.group === group)
}
