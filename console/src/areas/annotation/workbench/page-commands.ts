import { type Keyed, type Keymap, keysOf } from '@vermilion/canvas/editor/keymap'

/** What can be asked of the studio around the canvas. Keys are read only where the canvas has no use for them. */
export interface StudioDeeds {
  next: () => void
  previous: () => void
  save: () => void
  copyPrevious: () => void
  help: () => void
}

export type PageCommandId = keyof StudioDeeds

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

/** What answers a question, or reviews an image. */
export const answerCommands = [
  { id: 'yes', keys: ['Ctrl+y', 'Alt+y'] },
  // Browsers keep Ctrl+N for themselves in a normal window.
  { id: 'no', keys: ['Ctrl+n', 'Alt+n'] },
] as const satisfies readonly Keyed[]

interface Press {
  combination: string
  repeat: boolean
}

/** Does what a key asks for; true where it asks for something. */
export function runPageCommand({ combination, repeat }: Press, keymap: Keymap, deeds: StudioDeeds): boolean {
  const command = pageCommands.find((each) => keysOf(each, keymap).includes(combination))
  if (!command) return false
  if (!repeat || command.repeats) deeds[command.id]()
  return true
}
