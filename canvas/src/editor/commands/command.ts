import type { Toolbox } from '../../tools/toolbox.ts'
import type { Keyed } from './keymap.ts'
import type { Parts } from '../parts.ts'

export type Commanded = Parts & { readonly tools: Toolbox }

/** Section of the shortcut sheet. */
export type CommandGroup = 'tools' | 'edit' | 'outline' | 'view' | 'labels'

/** Something one can ask of the editor by key, button or palette. The words for it belong to the console. */
export interface Command extends Keyed {
  group: CommandGroup
  enabled: (editor: Commanded) => boolean
  run: (editor: Commanded) => void
  /** State of a toggle command. */
  pressed?: (editor: Commanded) => boolean
  /** Runs without ending a gesture that is under way. */
  amidGesture?: true
}

export const always = (): boolean => true
export const whileSelected = ({ selection }: Commanded): boolean => selection.ids().size > 0
