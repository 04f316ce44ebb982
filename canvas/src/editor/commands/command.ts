import type { Toolbox } from '../../tools/toolbox.ts'
import type { Keyed } from './keymap.ts'
import type { Parts } from '../parts.ts'

export type Commanded = Parts & { readonly tools: Toolbox }

export type CommandGroup = 'tools' | 'edit' | 'outline' | 'view' | 'labels'

export interface Command extends Keyed {
  group: CommandGroup
  enabled: (editor: Commanded) => boolean
  run: (editor: Commanded) => void
  pressed?: (editor: Commanded) => boolean
  amidGesture?: true
}

export const always = (): boolean => true
export const whileSelected = ({ selection }: Commanded): boolean => selection.ids().size > 0
