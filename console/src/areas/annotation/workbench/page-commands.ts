/** What can be asked of the studio around the canvas. Keys are read only where the canvas has no use for them. */
export interface StudioDeeds {
  next: () => void
  previous: () => void
  save: () => void
  help: () => void
}

interface PageCommand {
  id: keyof StudioDeeds
  keys: readonly string[]
  /** Also while the key is held. */
  repeats: boolean
}

/** Arrows nudge what is selected; with nothing selected they reach this table. */
export const pageCommands: readonly PageCommand[] = [
  { id: 'save', keys: ['Ctrl+s'], repeats: false },
  { id: 'next', keys: ['d', 'PageDown', 'ArrowRight', 'ArrowDown'], repeats: true },
  { id: 'previous', keys: ['a', 'PageUp', 'ArrowLeft', 'ArrowUp'], repeats: true },
  { id: 'help', keys: ['?', 'F1'], repeats: false },
]

/** Does what a key asks for; true where it asks for something. */
export function runPageCommand(combination: string, repeat: boolean, deeds: StudioDeeds): boolean {
  const command = pageCommands.find(({ keys }) => keys.includes(combination))
  if (!command) return false
  if (!repeat || command.repeats) deeds[command.id]()
  return true
}
