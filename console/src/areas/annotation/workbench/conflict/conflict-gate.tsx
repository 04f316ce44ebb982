import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Shape } from '@vermilion/contract/labels/index'
import type { ItemSync } from '../../sync/item-sync.ts'
import { useSyncState } from '../save-state.tsx'
import { useEditorValue } from '../use-editor-value.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

interface ConflictGateProps {
  editor: Editor
  sync: ItemSync
  image: { source: string; width: number; height: number }
}

export function ConflictGate({ editor, sync, image }: ConflictGateProps) {
  const state = useSyncState(sync)
  const mine = useEditorValue(editor, ({ document }) => document.shapes())
  const labels = useEditorValue(editor, (now) => now.labels.list())
  if (state.kind !== 'conflict') return null
  const { conflict } = state
  const choose = (shapes: readonly Shape[]) => {
    sync.rebase(conflict.theirs)
    replaceShapes(editor, shapes)
    void sync.flush()
  }
  return <ConflictDialog conflict={conflict} mine={mine} labels={labels} image={image} onChoice={choose} />
}

function replaceShapes({ document }: Editor, shapes: readonly Shape[]): void {
  const ids = new Set(shapes.map(({ id }) => id))
  document.change('merge', (draft) => {
    draft.remove(
      document
        .shapes()
        .filter(({ id }) => !ids.has(id))
        .map(({ id }) => id),
    )
    for (const shape of shapes) draft.put(shape)
    for (const [position, { id }] of shapes.entries()) draft.reorder(id, position)
  })
}
