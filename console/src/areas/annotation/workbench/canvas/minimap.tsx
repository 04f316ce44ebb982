import type { Editor } from '@vermilion/canvas/editor/editor'
import { fileEndpoints } from '@vermilion/contract/files'
import { type PointerEvent, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import styles from './minimap.module.css'
import { optionsBarText } from '../toolbar/options-bar-text.ts'
import { useEditorValue } from '../use-editor-value.ts'

const LENGTH = 168

export function Minimap({ editor, fileId }: { editor: Editor; fileId: string }) {
  const t = useText(optionsBarText)
  const { width, height } = editor.document.image
  const frame = useEditorValue(editor, ({ view }) => view.frame())
  const [failed, setFailed] = useState<string | null>(null)
  const visible = editor.view.visible()
  const isFullyVisible =
    visible.x <= 0 && visible.y <= 0 && visible.x + visible.width >= width && visible.y + visible.height >= height
  if (isFullyVisible) return null
  const scale = LENGTH / Math.max(width, height)
  const left = Math.max(0, visible.x)
  const top = Math.max(0, visible.y)
  const right = Math.min(width, visible.x + visible.width)
  const bottom = Math.min(height, visible.y + visible.height)
  const go = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const bounds = currentTarget.getBoundingClientRect()
    const target = editor.view.toScreen({ x: (clientX - bounds.left) / scale, y: (clientY - bounds.top) / scale })
    editor.view.panBy(frame.width / 2 - target.x, frame.height / 2 - target.y)
  }
  return (
    <div
      className={`${styles['minimap']} absolute clip radius-6 shadow cursor-crosshair no-touch`}
      style={{ width: width * scale, height: height * scale }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
        go(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      {failed !== fileId && (
        <img
          className="full block no-pointer"
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
          alt={t('minimap')}
          draggable={false}
          onError={() => setFailed(fileId)}
        />
      )}
      <span
        className="absolute no-pointer"
        style={{
          left: left * scale,
          top: top * scale,
          width: Math.max(4, (right - left) * scale),
          height: Math.max(4, (bottom - top) * scale),
        }}
      />
    </div>
  )
}
