import { commands, type CommandGroup, type CommandId } from '@vermilion/canvas/editor/commands/commands'
import type { Keyed } from '@vermilion/canvas/editor/commands/keymap'

/** Commands of the studio around the canvas. */
export type PageCommandId = 'next' | 'previous' | 'save' | 'copyPrevious' | 'help'

interface PageCommand extends Keyed {
  id: PageCommandId
  /** Also while the key is held. */
  repeats: boolean
}

/** Arrows nudge what is selected; with nothing selected they reach this table. */
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

/** Commands that answer a question or review an image. */
export const answerCommands = [
  { id: 'yes', keys: ['Ctrl+y', 'Alt+y'] },
  // Browsers keep Ctrl+N for themselves in a normal window.
  { id: 'no', keys: ['Ctrl+n', 'Alt+n'] },
] as const satisfies readonly Keyed[]

type KeyedId = CommandId | PageCommandId | 'yes' | 'no'

export interface KeyedCommand extends Keyed {
  id: KeyedId
}

/** The groups of commands, in the order in which they are shown. */
export const keyGroups = ['images', 'tools', 'edit', 'outline', 'view'] as const satisfies readonly (
  | CommandGroup
  | 'images'
)[]
export type KeyGroup = (typeof keyGroups)[number]

/** Everything in the studio that a key can run, but for the labels, whose keys belong to the dataset. */
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
