import type { Toolbox } from '../tools/toolbox.ts'
import { tagAt } from './labels.ts'
import type { Parts } from './parts.ts'

export type Commanded = Parts & { readonly tools: Toolbox }

/** Something one can ask of the editor by key, button or palette. The words for it belong to the console. */
export interface Command {
  id: string
  /** Every combination that runs it, the one to show first. `Ctrl` is Command on a Mac. */
  keys: readonly string[]
  enabled: (editor: Commanded) => boolean
  run: (editor: Commanded) => void
  /** Runs without ending a gesture that is under way. */
  amidGesture?: true
}

const always = (): boolean => true
const whileSelected = ({ selection }: Commanded): boolean => selection.ids().size > 0
const ZOOM_STEP = 1.25

/** The one table that the keyboard, the toolbar, the palette and the shortcut sheet read. */
export const commands = [
  {
    id: 'tool-select',
    keys: ['v'],
    enabled: always,
    run: ({ tools }) => tools.choose('select'),
  },
  {
    id: 'tool-draw-box',
    keys: ['b', 'r'],
    enabled: ({ labels }) => labels.current() !== null,
    run: ({ tools }) => tools.choose('draw-box'),
  },
  {
    id: 'undo',
    keys: ['Ctrl+z'],
    enabled: ({ history }) => history.last() !== null,
    run: ({ history }) => void history.undo(),
  },
  {
    id: 'redo',
    // Not Ctrl+Y, which answers "yes" in this product.
    keys: ['Ctrl+Shift+z'],
    enabled: ({ history }) => history.next() !== null,
    run: ({ history }) => void history.redo(),
  },
  {
    id: 'delete',
    keys: ['Ctrl+Backspace', 'Delete', 'Backspace'],
    enabled: whileSelected,
    run: ({ document, selection }) => void document.change('delete', (draft) => draft.remove(selection.ids())),
  },
  {
    id: 'select-all',
    keys: ['Ctrl+a'],
    enabled: ({ document }) => document.shapes().length > 0,
    run: ({ document, selection, appearance }) =>
      selection.set(
        document
          .shapes()
          .filter(appearance.shows)
          .map(({ id }) => id),
      ),
  },
  {
    id: 'deselect',
    keys: ['Escape'],
    enabled: whileSelected,
    run: ({ selection }) => selection.clear(),
  },
  {
    id: 'hide',
    keys: ['h'],
    enabled: always,
    run: toggleHidden,
    amidGesture: true,
  },
  {
    id: 'bring-to-front',
    keys: [']'],
    enabled: whileSelected,
    run: (editor) => reorder(editor, 'front'),
  },
  {
    id: 'send-to-back',
    keys: ['['],
    enabled: whileSelected,
    run: (editor) => reorder(editor, 'back'),
  },
  {
    id: 'zoom-in',
    keys: ['+', '=', 'Ctrl+=', 'Ctrl++'],
    enabled: always,
    run: (editor) => zoom(editor, ZOOM_STEP),
    amidGesture: true,
  },
  {
    id: 'zoom-out',
    keys: ['-', 'Ctrl+-'],
    enabled: always,
    run: (editor) => zoom(editor, 1 / ZOOM_STEP),
    amidGesture: true,
  },
  {
    id: 'zoom-fit',
    keys: ['Ctrl+0', 'z'],
    enabled: always,
    run: ({ view }) => view.fit(),
    amidGesture: true,
  },
  {
    id: 'zoom-actual',
    keys: ['Shift+z'],
    enabled: always,
    run: ({ view }) => view.actualSize(),
    amidGesture: true,
  },
] as const satisfies readonly Command[]

export type CommandId = (typeof commands)[number]['id']

/** Picks the label for what is drawn next, and gives it to what is selected, as one step. */
export function assignLabel({ document, selection, labels }: Commanded, labelId: string): void {
  labels.pick(labelId)
  document.change('relabel', (draft) => {
    for (const id of selection.ids()) {
      const shape = document.get(id)
      if (shape) draft.put({ ...shape, labelId })
    }
  })
}

/** A command for each of the first ten labels, under the digit that is its tag. */
export function labelCommands({ labels }: Commanded): Command[] {
  return labels
    .list()
    .slice(0, 10)
    .map((label, position) => ({
      id: `label-${label.id}`,
      keys: [tagAt(position)],
      enabled: always,
      run: (editor) => assignLabel(editor, label.id),
      amidGesture: true,
    }))
}

/** Hides what is selected; with nothing selected, brings everything back or bares the image. */
function toggleHidden({ selection, appearance }: Commanded): void {
  const { bare, hiddenShapes } = appearance.look()
  if (selection.ids().size > 0) {
    appearance.setShapesHidden(selection.ids(), true)
    selection.clear()
  } else if (hiddenShapes.size > 0) appearance.setShapesHidden(hiddenShapes, false)
  else appearance.setBare(!bare)
}

function reorder({ document, selection }: Commanded, to: 'front' | 'back'): void {
  const upward = [...selection.ids()].toSorted((a, b) => document.rankOf(a) - document.rankOf(b))
  document.change('reorder', (draft) => {
    if (to === 'front') for (const id of upward) draft.reorder(id, document.shapes().length - 1)
    else for (const id of upward.toReversed()) draft.reorder(id, 0)
  })
}

function zoom({ view, pointer }: Commanded, factor: number): void {
  const { width, height } = view.frame()
  view.zoomAt(pointer() ?? { x: width / 2, y: height / 2 }, factor)
}
