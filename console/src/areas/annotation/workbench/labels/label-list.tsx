import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import UnlockOutlined from '@ant-design/icons/es/icons/UnlockOutlined'
import { assignLabel } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { LabelStyle } from '@vermilion/canvas/editor/labels'
import { inkOn } from '@vermilion/canvas/rendering/shapes-layer/draw-tag'
import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { text } from '../../text.ts'
import styles from '../side-panel.module.css'
import { useEditorValue } from '../use-editor-value.ts'

export function LabelList({ editor }: { editor: Editor }) {
  const labels = useEditorValue(editor, (now) => now.labels.list())
  const shapes = useEditorValue(editor, (now) => now.document.shapes())
  const counts = useMemo(() => {
    const groups = Map.groupBy(shapes, (shape) => shape.labelId)
    return new Map([...groups].map(([id, group]) => [id, group.length]))
  }, [shapes])
  return (
    <ul className="scroll-y">
      {labels.map((label) => (
        <LabelRow key={label.id} editor={editor} label={label} count={counts.get(label.id) ?? 0} />
      ))}
    </ul>
  )
}

function LabelRow({ editor, label, count }: { editor: Editor; label: LabelStyle; count: number }) {
  const t = useText(text)
  const { id, name } = label
  const current = useEditorValue(editor, ({ labels }) => labels.current()?.id === id)
  const hidden = useEditorValue(editor, ({ appearance }) => appearance.look().hiddenLabels.has(id))
  const locked = useEditorValue(editor, ({ locks }) => locks.labels().has(id))
  const focus = (focused: string | null) => editor.appearance.focusLabel(focused)
  return (
    <li
      className={`${styles['row']} row relative height-32 hover-ground-quaternary`}
      data-current={current}
      onPointerEnter={() => count > 0 && focus(id)}
      onPointerLeave={() => focus(null)}
    >
      <button
        type="button"
        className={`${styles['choice']} quiet-button row grow gap-8 min-width-0 full-height text-left`}
        aria-pressed={current}
        title={t('labelCount', { name, count })}
        onClick={() => assignLabel(editor, id)}
      >
        <Chip colour={label.colour} tag={editor.labels.tagOf(id)} />
        <span className="ellipsis grow">{name}</span>
        {typeof label.shortcut === 'string' && <Keys combination={label.shortcut} />}
        <span className={`${styles['count']} hint tabular nowrap`}>{count}</span>
      </button>
      <button
        type="button"
        className={`${styles['eye']} quiet-button centered absolute right-6 height-26 radius-6 text-tertiary hover-text-ink`}
        data-hidden={locked}
        aria-label={t(locked ? 'unlockLabel' : 'lockLabel', { name })}
        onClick={() => editor.locks.setLabelLocked(id, !locked)}
      >
        {locked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      </button>
      <button
        type="button"
        className={`${styles['eye']} quiet-button centered absolute right-6 height-26 radius-6 text-tertiary hover-text-ink`}
        data-hidden={hidden}
        aria-label={t(hidden ? 'showLabel' : 'hideLabel', { name })}
        onClick={() => editor.appearance.setLabelHidden(id, !hidden)}
      >
        {hidden ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
      </button>
    </li>
  )
}

export function Chip({ colour, tag, isOpen = false }: { colour: string; tag: string; isOpen?: boolean }) {
  const style = isOpen ? { borderColor: colour } : { background: colour, color: inkOn(colour) }
  return (
    <span
      className={`${styles['chip']} centered rigid width-18 height-18 radius-4 font-11 weight-600`}
      data-open={isOpen}
      style={style}
      aria-hidden
    >
      {isOpen ? `${tag}?` : tag}
    </span>
  )
}
