import type { Toolbox } from '../../tools/toolbox.ts'
import type { Keyed } from './keymap.ts'
import type { Parts } from '../parts.ts'

export type Commanded = Parts & { readonly tools: Toolbox }

/** Section of the shortcut sheet. */
export type CommandGroup = 'tools' | 'edit' | 'outline' | 'view' | 'labels'

/** An editor action by key, button or palette. Its texts belong to the console. */
export interface Command extends Keyed {
  group: CommandGroup
  enabled: (editor: Commanded) => boolean
  run: (editor: Commanded) => void
  /** State of a toggle command. */
  pressed?: (editor: Commanded) => boolean
  amidGesture?: true
}

export const always = (): boolean => true
export const whileSelected = ({ selection }: Commanded): boolean => selection.ids().size > 0
