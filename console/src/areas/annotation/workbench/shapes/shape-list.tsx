import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import VerticalAlignBottomOutlined from '@ant-design/icons/es/icons/VerticalAlignBottomOutlined'
import VerticalAlignTopOutlined from '@ant-design/icons/es/icons/VerticalAlignTopOutlined'
import type { CommandId } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { moduleOf } from '@vermilion/canvas/shapes/registry'
import type { Shape } from '@vermilion/contract/labels/index'
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { text } from '../../text.ts'
import { ShapeRow } from './shape-row.tsx'
import styles from '../side-panel.module.css'
import { useEditorValue } from '../use-editor-value.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** CSS pixels. */
const rowHeight = 32

const orders: readonly (readonly [CommandId, ComponentType])[] = [
  ['bring-to-front', VerticalAlignTopOutlined],
  ['raise', UpOutlined],
  ['lower', DownOutlined],
  ['send-to-back', VerticalAlignBottomOutlined],
]

export function ShapeList({ editor }: { editor: Editor }) {
  const t = useText(text)
  const all = useEditorValue(editor, (now) => now.document.shapes())
  const shapes = useMemo(() => all.filter((shape) => !moduleOf(shape).placeless), [all])
  return (
    <>
      <h2 className={`${styles['title']} row note gap-8 min-height-26 weight-600`}>
        {t('shapes')}
        <span className="grow text-tertiary weight-400 tabular">{shapes.length}</span>
        <span className="flex">
          {orders.map(([id, Icon]) => (
            <OrderButton key={id} editor={editor} id={id} icon={Icon} />
          ))}
        </span>
      </h2>
      {shapes.length === 0 ? (
        <div className={`${styles['empty']} text-secondary`}>
          <p>{t('noShapes')}</p>
          <p>{t('noShapesWords')}</p>
        </div>
      ) : (
        <ShapeRows editor={editor} shapes={shapes} />
      )}
    </>
  )
}

function ShapeRows({ editor, shapes }: { editor: Editor; shapes: readonly Shape[] }) {
  const only = useEditorValue(editor, (now) => now.selection.only())
  const frame = useRef<HTMLDivElement>(null)
  const { first, end, scrollToRow, scrollToTop } = useVisibleRows(frame, shapes.length, rowHeight)
  const toTop = useEffectEvent(scrollToTop)
  // eslint-disable-next-line react/exhaustive-effect-dependencies -- another image's list begins at its top
  useLayoutEffect(() => toTop(), [editor])
  const showSelected = useEffectEvent((all: readonly Shape[], id: string) => {
    const index = all.findIndex((shape) => shape.id === id)
    if (index >= 0) scrollToRow(all.length - 1 - index)
  })
  useEffect(() => {
    if (only !== null) showSelected(shapesOf(editor), only)
  }, [editor, only])
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    <div
      ref={frame}
      className={`${styles['shapes']} scroll-y grow`}
      onPointerLeave={() => editor.selection.hover(null)}
    >
      <ul className="relative" style={{ height: shapes.length * rowHeight }}>
        {indices.map((index) => {
          const shape = shapes[shapes.length - 1 - index]
          if (!shape) return null
          return (
            <ShapeRow
              key={shape.id}
              editor={editor}
              shape={shape}
              index={shapes.length - index}
              top={index * rowHeight}
            />
          )
        })}
      </ul>
    </div>
  )
}

function OrderButton({ editor, id, icon: Icon }: { editor: Editor; id: CommandId; icon: ComponentType }) {
  const t = useText(studioCommandText)
  const enabled = useEditorValue(editor, ({ selection }) => selection.ids().size > 0)
  return (
    <button
      type="button"
      className={`${styles['order']} quiet-button centered height-26 radius-6 text-secondary hover-ground-tertiary hover-text-ink`}
      aria-label={t(id)}
      title={t(id)}
      aria-disabled={!enabled}
      onClick={() => editor.run(id)}
    >
      <Icon aria-hidden />
    </button>
  )
}

const shapesOf = ({ document }: Editor) => document.shapes().filter((shape) => !moduleOf(shape).placeless)
