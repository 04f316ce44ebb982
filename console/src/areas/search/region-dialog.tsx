import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import styles from './search.module.css'
import { text } from './text.ts'

/** Fractions of the picture. */
interface Region {
  x: number
  y: number
  width: number
  height: number
}

interface RegionDialogProps {
  picture: string
  region: string | undefined
  onDone: (region: string | undefined) => void
  onClose: () => void
}

const minSide = 0.02
const between = (value: number, max: number) => Math.min(max, Math.max(0, value))
const fields = [
  ['x', 'regionX'],
  ['y', 'regionY'],
  ['width', 'regionWidth'],
  ['height', 'regionHeight'],
] as const

export function RegionDialog({ picture, region: initial, onDone, onClose }: RegionDialogProps) {
  const t = useText(text)
  useFocusBack()
  const [region, setRegion] = useState<Region>(() => regionOf(initial))
  const frame = useRef<HTMLSpanElement>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    return { x: between((clientX - left) / width, 1), y: between((clientY - top) / height, 1) }
  }
  const drag = (event: PointerEvent) => {
    if (start.current === null) return
    const [one, other] = [start.current, at(event)]
    setRegion({
      x: Math.min(one.x, other.x),
      y: Math.min(one.y, other.y),
      width: Math.abs(one.x - other.x),
      height: Math.abs(one.y - other.y),
    })
  }
  const isUsable = region.width >= minSide && region.height >= minSide
  return (
    <Modal
      open
      centered
      width={560}
      title={t('regionTitle')}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button key="whole" onClick={() => onDone(undefined)}>
          {t('wholePicture')}
        </Button>,
        <Button key="search" type="primary" disabled={!isUsable} onClick={() => onDone(textOf(region))}>
          {t('searchRegion')}
        </Button>,
      ]}
    >
      <p className="margin-0-0-10 text-tertiary">{t('regionWords')}</p>
      <span
        ref={frame}
        className={`${styles['frame']} relative block fit-width max-full-width cursor-crosshair no-touch no-select`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = at(event)
        }}
        onPointerMove={drag}
        onPointerUp={() => (start.current = null)}
      >
        <img className="block max-full-width radius-6" src={picture} alt="" draggable={false} />
        <i
          style={{
            left: `${region.x * 100}%`,
            top: `${region.y * 100}%`,
            width: `${region.width * 100}%`,
            height: `${region.height * 100}%`,
          }}
        />
      </span>
      {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has a border */}
      <div className={`${styles['numbers']} grid gap-8 margin-top-12`} role="group" aria-label={t('regionName')}>
        {fields.map(([name, words]) => (
          <span className="grid gap-4" key={name}>
            <small aria-hidden>{t(words)}</small>
            <NumberInput
              min={0}
              max={100}
              integer
              aria-label={t(words)}
              value={Math.round(region[name] * 100)}
              onChange={(value) => setRegion((now) => within({ ...now, [name]: (value ?? 0) / 100 }))}
            />
          </span>
        ))}
      </div>
    </Modal>
  )
}

function within({ x, y, width, height }: Region): Region {
  return { x, y, width: between(width, 1 - x), height: between(height, 1 - y) }
}

function regionOf(words: string | undefined): Region {
  const [x = 0.25, y = 0.25, width = 0.5, height = 0.5] = (words ?? '').split(',').filter(Boolean).map(Number)
  return { x, y, width, height }
}

function textOf({ x, y, width, height }: Region): string {
  return [x, y, Math.min(width, 1 - x), Math.min(height, 1 - y)].map((value) => Number(value.toFixed(4))).join(',')
}
