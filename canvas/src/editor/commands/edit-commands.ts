import { moduleOf } from '../../shapes/registry.ts'
import { always, whileSelected } from './command.ts'
import type { Command, Commanded } from './command.ts'
import { pasteShapes } from '../editing/paste.ts'
import { editableSelection, selectedShapes } from '../editing/selected-shapes.ts'

export const editCommands = [
  {
    id: 'undo',
    group: 'edit',
    keys: ['Ctrl+z'],
    enabled: ({ history }) => history.last() !== null,
    run: ({ history }) => void history.undo(),
  },
  {
    id: 'redo',
    group: 'edit',
    // Ctrl+Y accepts suggestions in this product.
    keys: ['Ctrl+Shift+z'],
    enabled: ({ history }) => history.next() !== null,
    run: ({ history }) => void history.redo(),
  },
  {
    id: 'copy',
    group: 'edit',
    keys: ['Ctrl+c'],
    enabled: whileSelected,
    run: (editor) => editor.clipboard.copy(selectedShapes(editor)),
  },
  {
    id: 'cut',
    group: 'edit',
    keys: ['Ctrl+x'],
    enabled: whileSelected,
    run(editor) {
      editor.clipboard.copy(selectedShapes(editor))
      removeSelected(editor)
    },
  },
  {
    id: 'paste',
    group: 'edit',
    keys: ['Ctrl+v'],
    enabled: ({ clipboard }) => clipboard.shapes().length > 0,
    run: (editor) => void pasteShapes(editor, editor.clipboard.shapes()),
  },
  {
    id: 'duplicate',
    group: 'edit',
    keys: ['Ctrl+d'],
    enabled: whileSelected,
    run: (editor) => void pasteShapes(editor, selectedShapes(editor)),
  },
  {
    id: 'delete',
    group: 'edit',
    keys: ['Ctrl+Backspace', 'Delete', 'Backspace'],
    enabled: whileSelected,
    run: removeSelected,
  },
  {
    id: 'select-all',
    group: 'edit',
    keys: ['Ctrl+a'],
    enabled: ({ document }) => document.shapes().length > 0,
    run: ({ document, selection, appearance, locks }) =>
      selection.set(
        document
          .shapes()
          .filter((shape) => appearance.shows(shape) && !locks.holds(shape) && !moduleOf(shape).placeless)
          .map(({ id }) => id),
      ),
  },
  {
    id: 'deselect',
    group: 'edit',
    keys: ['Escape'],
    enabled: whileSelected,
    run: ({ selection }) => selection.clear(),
  },
  {
    id: 'lock',
    group: 'edit',
    keys: ['l'],
    enabled: whileSelected,
    run: toggleLocked,
  },
  {
    id: 'unlock-all',
    group: 'edit',
    keys: ['Shift+l'],
    enabled: always,
    run: ({ locks }) => locks.clear(),
  },
  {
    id: 'bring-to-front',
    group: 'edit',
    keys: [']'],
    enabled: whileSelected,
    run: (editor) => reorder(editor, (_, count) => count - 1),
  },
  {
    id: 'send-to-back',
    group: 'edit',
    keys: ['['],
    enabled: whileSelected,
    run: (editor) => reorder(editor, () => 0, true),
  },
  {
    id: 'raise',
    group: 'edit',
    keys: ['Ctrl+]'],
    enabled: whileSelected,
    run: (editor) => step(editor, 1),
  },
  {
    id: 'lower',
    group: 'edit',
    keys: ['Ctrl+['],
    enabled: whileSelected,
    run: (editor) => step(editor, -1),
  },
] as const satisfies readonly Command[]

function removeSelected(editor: Commanded): void {
  const doomed = editableSelection(editor).map(({ id }) => id)
  editor.document.change('delete', (draft) => draft.remove(doomed))
}

function toggleLocked(editor: Commanded): void {
  const shapes = selectedShapes(editor)
  const ids = shapes.map(({ id }) => id)
  const locked = editor.locks.shapes()
  editor.locks.setShapesLocked(ids, !ids.every((id) => locked.has(id)))
}

function reorder(editor: Commanded, targetRank: (rank: number, count: number) => number, downward = false): void {
  const upward = editableSelection(editor).map(({ id }) => id)
  const { document } = editor
  const count = document.shapes().length
  document.change('reorder', (draft) => {
    for (const id of downward ? upward.toReversed() : upward) draft.reorder(id, targetRank(document.rankOf(id), count))
  })
}

function step(editor: Commanded, by: 1 | -1): void {
  const { document } = editor
  const upward = editableSelection(editor).map(({ id }) => id)
  const moving = by > 0 ? upward.toReversed() : upward
  let limit = by > 0 ? document.shapes().length : -1
  document.change('reorder', (draft) => {
    for (const id of moving) {
      const rank = document.rankOf(id)
      const target = rank + by === limit ? rank : rank + by
      draft.reorder(id, target)
      limit = target
    }
  })
}
