import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { moduleOf } from '@vermilion/canvas/shapes/registry'
import type { Shape } from '@vermilion/contract/labels/index'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { Chip } from './label-list.tsx'
import styles from './side.module.css'
import { usePart } from './use-part.ts'

const ROW = 32

/** All shapes, the uppermost first. What is pointed at or selected here is so on the canvas, and the other way round. */
export function ShapeList({ editor }: { editor: Editor }) {
  const t = useText(text)
  const shapes = usePart(editor, (now) => now.document.shapes())
  const only = usePart(editor, (now) => now.selection.only())
  const frame = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the component is not compiled; its functions are not memoized
  const rows = useVirtualizer({
    count: shapes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  const { scrollToIndex } = rows
  useEffect(() => {
    if (only !== null) scrollToIndex(editor.document.shapes().length - 1 - editor.document.rankOf(only))
  }, [editor, only, scrollToIndex])

  if (shapes.length === 0) {
    return (
      <div className={styles['empty']}>
        <p>{t('noShapes')}</p>
        <p>{t('noShapesWords')}</p>
      </div>
    )
  }
  return (
    <div ref={frame} className={styles['shapes']} onPointerLeave={() => editor.selection.hover(null)}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const shape = shapes[shapes.length - 1 - index]
          if (!shape) return null
          return <ShapeRow key={shape.id} editor={editor} shape={shape} place={shapes.length - index} top={start} />
        })}
      </ul>
    </div>
  )
}

function ShapeRow({ editor, shape, place, top }: { editor: Editor; shape: Shape; place: number; top: number }) {
  const t = useText(text)
  const { id, labelId } = shape
  const label = usePart(editor, ({ labels }) => labels.get(labelId))
  const selected = usePart(editor, ({ selection }) => selection.has(id))
  const hovered = usePart(editor, ({ selection }) => selection.hovered() === id)
  const hidden = usePart(editor, ({ appearance }) => appearance.look().hiddenShapes.has(id))
  const { width, height } = moduleOf(shape).bounds(shape)
  const choose = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (shiftKey || ctrlKey || metaKey) return editor.selection.toggle(id)
    editor.selection.set([id])
    editor.view.reveal(moduleOf(shape).bounds(shape))
  }
  return (
    <li
      className={styles['row']}
      data-current={selected}
      data-hovered={hovered}
      style={{ position: 'absolute', top: 0, insetInline: 0, transform: `translateY(${top}px)` }}
      onPointerEnter={() => editor.selection.hover(id)}
    >
      <button type="button" className={styles['choice']} aria-pressed={selected} onClick={choose}>
        <Chip colour={label?.colour ?? 'var(--ant-color-text-quaternary)'} tag={editor.labels.tagOf(labelId)} />
        <span className={styles['name']}>{label?.name ?? t('unknownLabel')}</span>
        <span className={styles['count']}>{t('size', { width: width.toFixed(), height: height.toFixed() })}</span>
      </button>
      <button
        type="button"
        className={styles['eye']}
        data-hidden={hidden}
        aria-label={t(hidden ? 'showShape' : 'hideShape', { place })}
        onClick={() => editor.appearance.setShapesHidden([id], !hidden)}
      >
        {hidden ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
      </button>
    </li>
  )
}
