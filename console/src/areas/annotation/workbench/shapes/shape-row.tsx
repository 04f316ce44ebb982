import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import UnlockOutlined from '@ant-design/icons/es/icons/UnlockOutlined'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { moduleOf } from '@vermilion/canvas/shapes/registry'
import type { Shape } from '@vermilion/contract/labels/index'
import type { MouseEvent } from 'react'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import { Chip } from '../labels/label-list.tsx'
import styles from '../side-panel.module.css'
import { useEditorValue } from '../use-editor-value.ts'

interface ShapeRowProps {
  editor: Editor
  shape: Shape
  /** Counted from the bottom, starting at 1. */
  index: number
  /** CSS pixels from the list's top. */
  top: number
}

export function ShapeRow({ editor, shape, index, top }: ShapeRowProps) {
  const t = useText(text)
  const { id, labelId } = shape
  const label = useEditorValue(editor, ({ labels }) => labels.get(labelId))
  const selected = useEditorValue(editor, ({ selection }) => selection.has(id))
  const hovered = useEditorValue(editor, ({ selection }) => selection.hovered() === id)
  const hidden = useEditorValue(editor, ({ appearance }) => appearance.look().hiddenShapes.has(id))
  const locked = useEditorValue(editor, ({ locks }) => locks.shapes().has(id))
  const { width, height } = moduleOf(shape).bounds(shape)
  const choose = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (shiftKey || ctrlKey || metaKey) return editor.selection.toggle(id)
    editor.selection.set([id])
    editor.view.reveal(moduleOf(shape).bounds(shape))
  }
  return (
    <li
      className={`${styles['row']} row relative height-32 hover-ground-quaternary`}
      data-current={selected}
      data-hovered={hovered}
      style={{ position: 'absolute', top: 0, insetInline: 0, transform: `translateY(${top}px)` }}
      onPointerEnter={() => editor.selection.hover(id)}
    >
      <button
        type="button"
        className={`${styles['choice']} quiet-button row grow gap-8 min-width-0 full-height text-left`}
        aria-pressed={selected}
        onClick={choose}
      >
        <Chip
          colour={label?.colour ?? 'var(--ant-color-text-quaternary)'}
          tag={editor.labels.tagOf(labelId)}
          isOpen={isSuggestion(shape)}
        />
        <span className="ellipsis grow">{label?.name ?? t('unknownLabel')}</span>
        {isSuggestion(shape) && (
          <span className="text-secondary font-12 tabular" title={t('suggested')}>
            {formatMeasure(shape.score ?? 0)}
          </span>
        )}
        <span className={`${styles['count']} hint tabular nowrap`}>
          {t('size', { width: width.toFixed(), height: height.toFixed() })}
        </span>
      </button>
      <button
        type="button"
        className={`${styles['eye']} quiet-button centered absolute right-6 height-26 radius-6 text-tertiary hover-text-ink`}
        data-hidden={locked}
        aria-label={t(locked ? 'unlockShape' : 'lockShape', { place: index })}
        onClick={() => editor.locks.setShapesLocked([id], !locked)}
      >
        {locked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      </button>
      <button
        type="button"
        className={`${styles['eye']} quiet-button centered absolute right-6 height-26 radius-6 text-tertiary hover-text-ink`}
        data-hidden={hidden}
        aria-label={t(hidden ? 'showShape' : 'hideShape', { place: index })}
        onClick={() => editor.appearance.setShapesHidden([id], !hidden)}
      >
        {hidden ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
      </button>
    </li>
  )
}
