import type { Shape } from '@vermilion/contract/labels/index'
import { moduleOf } from '../../shapes/registry.ts'
import type { Combination } from '../../shapes/shape-module.ts'
import { handleUnder } from '../../shapes/picking.ts'
import type { Command, Commanded } from './command.ts'
import { deletePoint } from '../editing/delete-point.ts'
import type { StepLabel } from '../document/document.ts'
import { editableSelection } from '../editing/selected-shapes.ts'

export const outlineCommands = [
  {
    id: 'unite',
    group: 'outline',
    keys: ['Shift+u'],
    enabled: canCombine,
    run: (editor) => combine(editor, 'unite'),
  },
  {
    id: 'subtract',
    group: 'outline',
    keys: ['Shift+s'],
    enabled: canCombine,
    run: (editor) => combine(editor, 'subtract'),
  },
  {
    id: 'simplify',
    group: 'outline',
    keys: ['Shift+p'],
    enabled: (editor) => editableSelection(editor).some((shape) => moduleOf(shape).simplified),
    run: (editor) =>
      replaceEach(editor, 'simplify', (shape) =>
        moduleOf(shape).simplified?.(shape, Math.max(0.5, editor.settings.get().simplifying)),
      ),
  },
  {
    id: 'convert',
    group: 'outline',
    keys: ['Shift+m'],
    enabled: (editor) => editableSelection(editor).some((shape) => moduleOf(shape).converted),
    run: (editor) => replaceEach(editor, 'reshape', (shape) => convertedFor(editor, shape)),
  },
  {
    id: 'fill-holes',
    group: 'outline',
    keys: ['Shift+k'],
    enabled: (editor) => editableSelection(editor).some((shape) => moduleOf(shape).withoutHoles),
    run: (editor) => replaceEach(editor, 'reshape', (shape) => moduleOf(shape).withoutHoles?.(shape)),
  },
  {
    id: 'delete-vertex',
    group: 'outline',
    keys: ['Shift+Delete', 'Shift+Backspace'],
    enabled: (editor) => handleUnder(editor) !== null,
    run(editor) {
      const under = handleUnder(editor)
      if (under) deletePoint(editor, under)
    },
  },
  {
    id: 'cut-hole',
    group: 'outline',
    keys: ['x'],
    enabled: (editor) => cuts(editor) || canBeCut(editor),
    pressed: cuts,
    run: ({ settings }) =>
      settings.set({ outlineUse: settings.get().outlineUse === 'subtract' ? 'shape' : 'subtract' }),
    amidGesture: true,
  },
] as const satisfies readonly Command[]

function cuts({ settings, kinds }: Commanded): boolean {
  return settings.get().outlineUse === 'subtract' && kinds.includes('polygon')
}

function canBeCut(editor: Commanded): boolean {
  const shapes = editableSelection(editor)
  return shapes.length === 1 && shapes.every((shape) => moduleOf(shape).combine)
}

function canCombine(editor: Commanded): boolean {
  const shapes = editableSelection(editor)
  return shapes.length > 1 && shapes.every((shape) => moduleOf(shape).combine)
}

function convertedFor({ document, kinds }: Commanded, shape: Shape): Shape | undefined {
  const converted = moduleOf(shape).converted?.(shape, document.image)
  return converted && kinds.includes(converted.kind) ? converted : undefined
}

/** Unites the other shapes into the first selected one, or subtracts them from it; united shapes are deleted. */
function combine(editor: Commanded, combination: Combination): void {
  const { document, selection } = editor
  const editable = new Map(editableSelection(editor).map((shape) => [shape.id, shape]))
  const [first, ...others] = [...selection.ids()].flatMap((id) => editable.get(id) ?? [])
  if (!first) return
  const alike = others.flatMap(
    (shape) => (shape.kind === first.kind ? shape : moduleOf(shape).converted?.(shape, document.image)) ?? [],
  )
  // All shapes now share the kind of the first one.
  const result = moduleOf<Shape>(first).combine?.(first, alike, combination)
  document.change(combination, (draft) => {
    if (result) draft.put(result)
    else draft.remove([first.id])
    // An empty one is not united, and stays.
    if (combination === 'unite') draft.remove(alike.map(({ id }) => id))
  })
  selection.set([first.id])
}

function replaceEach(editor: Commanded, label: StepLabel, change: (shape: Shape) => Shape | undefined): void {
  editor.document.change(label, (draft) => {
    for (const shape of editableSelection(editor)) draft.put(change(shape) ?? shape)
  })
}
