import { isPlaceless } from '../../shapes/kinds.ts'
import { moduleOf } from '../../shapes/registry.ts'
import type { Command, Commanded } from './command.ts'
import { classesOf, classify } from '../editing/classify.ts'
import { editCommands } from './edit-commands.ts'
import { tagAt } from '../labels.ts'
import { outlineCommands } from './outline-commands.ts'
import { editableSelection } from '../editing/selected-shapes.ts'
import { toolCommands } from './tool-commands.ts'
import { viewCommands } from './view-commands.ts'

export type { Command, CommandGroup } from './command.ts'

export const commands = [...toolCommands, ...editCommands, ...outlineCommands, ...viewCommands] as const

export type CommandId = (typeof commands)[number]['id']

/** Sets the label of new shapes and of the explicit selection, as one step; for classification, the image's class. */
export function assignLabel(editor: Commanded, labelId: string): void {
  const { document, labels, selection, classified } = editor
  if (classifiesOnly(editor)) {
    classify(editor, labelId)
    classified.emit(labelId)
    return
  }
  labels.pick(labelId)
  if (selection.isDrawn()) return
  document.change('relabel', (draft) => {
    for (const shape of editableSelection(editor)) if (!moduleOf(shape).placeless) draft.put({ ...shape, labelId })
  })
}

export function labelCommands({ labels }: Commanded): Command[] {
  const list = labels.list()
  const own = new Set(list.flatMap(({ shortcut }) => shortcut ?? []))
  return list.flatMap((label, position): Command[] => {
    const digit = position < 10 && !own.has(tagAt(position)) ? [tagAt(position)] : []
    const keys = label.shortcut ? [label.shortcut] : digit
    if (keys.length === 0) return []
    return [
      {
        id: `label-${label.id}`,
        group: 'labels',
        keys,
        enabled: () => true,
        pressed: (editor) => classifiesOnly(editor) && classesOf(editor).includes(label.id),
        run: (editor) => assignLabel(editor, label.id),
        amidGesture: true,
      },
    ]
  })
}

export function classifiesOnly({ kinds }: Pick<Commanded, 'kinds'>): boolean {
  return kinds.length > 0 && kinds.every(isPlaceless)
}
