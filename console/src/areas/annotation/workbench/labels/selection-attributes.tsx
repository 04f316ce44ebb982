import { classifiesOnly } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Label, LabelAttribute } from '@vermilion/contract/labels/dataset-labels'
import type { Shape } from '@vermilion/contract/labels/index'
import { useMemo } from 'react'
import { useEditorValue } from '../use-editor-value.ts'
import { useText } from '#lib/i18n.ts'
import { AttributeField } from './attribute-field.tsx'
import { attributesText } from './attributes-text.ts'
import side from '../side-panel.module.css'

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

type Value = NonNullable<Shape['attributes']>[string]

interface AttributesPanelProps {
  editor: Editor
  label: Label
  shapes: readonly Shape[]
}

function AttributesPanel({ editor, label, shapes }: AttributesPanelProps) {
  const t = useText(attributesText)
  const key = useMemo(() => shapes.map(({ id }) => id).join(' '), [shapes])

  function change({ id }: LabelAttribute, value: Value | undefined): void {
    editor.document.change('attributes', (draft) => {
      for (const shape of shapes) {
        const { [id]: _, ...others } = shape.attributes ?? {}
        draft.put({ ...shape, attributes: value === undefined ? others : { ...others, [id]: value } })
      }
    })
  }

  return (
    <section
      className="scroll-y border-top"
      style={{ maxHeight: '40%', padding: '8px 0 12px' }}
      aria-label={t('attributes')}
    >
      <h2 className={`${side['title']} row note gap-8 min-height-26 weight-600`}>
        {t('attributesOf', { label: label.name, count: shapes.length })}
      </h2>
      {label.attributes.map((attribute) => (
        <AttributeField
          // The key includes the shapes, so that half-typed text cannot be applied to other shapes.
          key={`${attribute.id} ${key}`}
          attribute={attribute}
          values={shapes.map(({ attributes }) => attributes?.[attribute.id])}
          onChange={(value) => change(attribute, value)}
        />
      ))}
    </section>
  )
}
