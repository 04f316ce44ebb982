import type { Editor } from '@vermilion/canvas/editor/editor'
import { fileEndpoints } from '@vermilion/contract/files'
import { type PointerEvent, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import styles from './minimap.module.css'
import { stripText } from '../toolbar/options-bar-text.ts'
import { usePart } from '../use-editor-value.ts'

/** The longer side, in CSS pixels. */
const LENGTH = 168

/** The whole image, small, with the part that is in sight; pressing on it goes there. Shown while not all is in sight. */
export function Minimap({ editor, fileId }: { editor: Editor; fileId: string }) {
  const t = useText(stripText)
  const { width, height } = editor.document.image
  const frame = usePart(editor, ({ view }) => view.frame())
  const [failed, setFailed] = useState<string | null>(null)
  const seen = editor.view.visible()
  const whole = seen.x <= 0 && seen.y <= 0 && seen.x + seen.width >= width && seen.y + seen.height >= height
  if (whole) return null
  const scale = LENGTH / Math.max(width, height)
  const left = Math.max(0, seen.x)
  const top = Math.max(0, seen.y)
  const right = Math.min(width, seen.x + seen.width)
  const bottom = Math.min(height, seen.y + seen.height)
  const go = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const place = currentTarget.getBoundingClientRect()
    const wanted = editor.view.toScreen({ x: (clientX - place.left) / scale, y: (clientY - place.top) / scale })
    editor.view.panBy(frame.width / 2 - wanted.x, frame.height / 2 - wanted.y)
  }
  return (
    <div
      className={styles['minimap']}
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
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
          alt={t('minimap')}
          draggable={false}
          onError={() => setFailed(fileId)}
        />
      )}
      <span
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
