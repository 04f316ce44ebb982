import { classifiesOnly } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Shape } from '@vermilion/contract/labels/index'
import { useMemo } from 'react'
import { useEditorValue } from '../use-editor-value.ts'
import { AttributesPanel } from './attributes-panel.tsx'

export function SelectionAttributes({ editor, labels }: { editor: Editor; labels: readonly Label[] }) {
  const shapes = useEditorValue(editor, ({ document }) => document.shapes())
  const selected = useEditorValue(editor, ({ selection }) => selection.ids())
  const groups = useMemo(() => {
    const isWholeImage = classifiesOnly(editor)
    const meant = Map.groupBy(
      shapes.filter(({ id }) => isWholeImage || selected.has(id)),
      (shape) => shape.labelId,
    )
    return isWholeImage || meant.size === 1 ? [...meant] : []
  }, [editor, shapes, selected])
  return groups.map(([labelId, group]) => {
    const label = labels.find(({ id }) => id === labelId)
    return label === undefined || label.attributes.length === 0 ? null : (
      <AttributesPanel key={labelId} editor={editor} label={label} shapes={group satisfies readonly Shape[]} />
    )
  })
}
