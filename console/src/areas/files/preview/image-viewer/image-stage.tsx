import CompressOutlined from '@ant-design/icons/es/icons/CompressOutlined'
import ExpandOutlined from '@ant-design/icons/es/icons/ExpandOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import RotateRightOutlined from '@ant-design/icons/es/icons/RotateRightOutlined'
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from '../preview.module.css'
import { text } from '../text.ts'
import { type Size, useView, type View } from './use-view.ts'

interface ImageStageProps {
  name: string
  /** The size of the picture in its own pixels. */
  size: Size
  note?: string | undefined
  busy?: boolean
  children: (view: View, viewport: Size) => ReactNode
}

const pixelatedFrom = 3

export function ImageStage({ name, size, note, busy = false, children }: ImageStageProps) {
  const t = useText(text)
  const box = useRef<HTMLDivElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const { view, room: viewport, ...change } = useView(box, size)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { '+': change.zoomIn, '=': change.zoomIn, '-': change.zoomOut, '0': change.fit, '1': change.actual }
    if (event.key === 'r') change.rotate()
    else if (Object.hasOwn(act, event.key)) act[event.key as keyof typeof act]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  const drag = (event: PointerEvent) => {
    const from = dragged.current
    if (from === null) return
    dragged.current = { x: event.clientX, y: event.clientY }
    change.moveBy(event.clientX - from.x, event.clientY - from.y)
  }
  const transform = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg)`
  return (
    <div className="stack full" aria-busy={busy}>
      <div
        ref={box}
        className={`${styles['box']} relative grow min-height-0 clip no-touch`}
        data-moves={!change.fitted}
        onDoubleClick={change.toggle}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          dragged.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
      >
        <div
          className={`${styles['layers']} absolute clip`}
          data-scale={view.scale}
          style={{
            ...size,
            transform: `${transform} scale(${view.scale})`,
            imageRendering: view.scale > pixelatedFrom ? 'pixelated' : 'auto',
          }}
        >
          {viewport.width > 0 && children(view, viewport)}
        </div>
      </div>
      <div
        className={`${styles['tools']} wrapping-row gap-2 justify-center min-height-44`}
        role="toolbar"
        aria-label={name}
      >
        <Tool text={t('zoomOut')} keys="-" icon={<MinusOutlined aria-hidden />} onClick={change.zoomOut} />
        <output className={`${styles['scale']} tabular text-center`} aria-live="off">
          {Math.round(view.scale * 100)} %
        </output>
        <Tool text={t('zoomIn')} keys="+" icon={<PlusOutlined aria-hidden />} onClick={change.zoomIn} />
        <Tool text={t('fit')} keys="0" icon={<CompressOutlined aria-hidden />} onClick={change.fit} />
        <Tool text={t('actual')} keys="1" icon={<ExpandOutlined aria-hidden />} onClick={change.actual} />
        <Tool text={t('rotate')} keys="R" icon={<RotateRightOutlined aria-hidden />} onClick={change.rotate} />
        {note !== undefined && <output className="padding-0-8 text-secondary">{note}</output>}
      </div>
    </div>
  )
}

function Tool({ text, keys, icon, onClick }: { text: string; keys: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button
      className="quiet-button height-36 radius-8 text-ink font-16 hover-ground-secondary"
      style={{ width: 36 }}
      type="button"
      aria-label={text}
      title={`${text} (${keys})`}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
