import { type Keymap, keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { type PageCommandId, pageCommands } from '#ui/keyboard/studio-commands.ts'

export type StudioActions = Record<PageCommandId, () => void>

interface Press {
  combination: string
  repeat: boolean
}

export function runPageCommand({ combination, repeat }: Press, keymap: Keymap, actions: StudioActions): boolean {
  const command = pageCommands.find((each) => keysOf(each, keymap).includes(combination))
  if (!command) return false
  if (!repeat || command.repeats) actions[command.id]()
  return true
}
