import { commands, type CommandGroup, type CommandId } from '@vermilion/canvas/editor/commands'
import type { Keyed } from '@vermilion/canvas/editor/keymap'
import { answerCommands, type PageCommandId, pageCommands } from '../workbench/page-commands.ts'

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
