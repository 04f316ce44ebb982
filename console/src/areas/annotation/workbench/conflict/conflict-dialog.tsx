import type { LabelStyle } from '@vermilion/canvas/editor/labels'
import type { Shape } from '@vermilion/contract/labels/index'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import Radio from 'antd/es/radio'
import { nanoid } from 'nanoid'
import { useState, useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import type { Conflict } from '../../sync/item-sync.ts'
import { type DisputeChoice, disputeChoices, mergeShapes, settleDisputes } from '../../sync/merge.ts'
import styles from './conflict-dialog.module.css'
import { conflictText } from './conflict-text.ts'
import { useYesNo } from '../review/use-yes-no.ts'
import { drawShapes } from '@vermilion/canvas/rendering/shapes-layer/draw-shapes'

interface ConflictDialogProps {
  conflict: Conflict
  mine: readonly Shape[]
  labels: readonly LabelStyle[]
  image: { source: string; width: number; height: number }
  onChoice: (shapes: readonly Shape[]) => void
}

export function ConflictDialog({ conflict, mine, labels, image, onChoice }: ConflictDialogProps) {
  const t = useText(conflictText)
  const theirs = conflict.theirs.shapes
  const merge = mergeShapes(conflict.base, mine, theirs)
  const count = merge.disputed.length
  const [choice, setChoice] = useState<DisputeChoice>('both')
  const applyMerge = () => onChoice(settleDisputes(merge, theirs, { choice, createId: nanoid }))
  useYesNo({ yes: applyMerge, no: () => onChoice(theirs) }, () => true)
  return (
    <Modal
      open
      title={t('conflictTitle')}
      width={820}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="merge" type="primary" onClick={applyMerge}>
          {t('merge')}
        </Button>,
        <Button key="mine" onClick={() => onChoice(mine)}>
          {t('keepMine')}
        </Button>,
        <Button key="theirs" onClick={() => onChoice(theirs)}>
          {t('keepTheirs')}
        </Button>,
      ]}
    >
      <p>{t('conflictWords')}</p>
      <div className={`${styles['versions']} grid columns-2-loose gap-16`}>
        {(
          [
            ['mine', mine],
            ['theirs', theirs],
          ] as const
        ).map(([side, shapes]) => (
          <figure key={side}>
            <VersionPicture image={image} shapes={shapes} labels={labels} name={t(side)} />
            <figcaption className="margin-top-6 text-secondary">
              <b>{t(side)}</b> {t('countShapes', { count: shapes.length })}
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="text-secondary">
        <p>{count > 0 ? t('disputed', { count }) : t('undisputed')}</p>
        {count > 0 && (
          <Radio.Group
            aria-label={t('disputed', { count })}
            value={choice}
            options={disputeChoices.map((value) => ({ value, label: t(`dispute-${value}`) }))}
            onChange={({ target }) => setChoice(target.value as DisputeChoice)}
          />
        )}
      </div>
    </Modal>
  )
}

/** CSS pixels. */
const WIDTH = 372

interface VersionPictureProps {
  image: { source: string; width: number; height: number }
  shapes: readonly Shape[]
  labels: readonly LabelStyle[]
  name: string
}

function VersionPicture({ image, shapes, labels, name }: VersionPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = WIDTH / image.width
  const height = Math.round(image.height * scale)
  const { source } = image
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const frame = { scale, x: 0, y: 0, width: WIDTH, height, pixelRatio: 1 }
    const picture = new Image()
    const draw = () => {
      context.clearRect(0, 0, WIDTH, height)
      if (picture.naturalWidth > 0) context.drawImage(picture, 0, 0, WIDTH, height)
      drawShapes(context, shapes, { frame, labels, focusedLabel: null })
    }
    draw()
    picture.addEventListener('load', draw)
    picture.src = source
    return () => picture.removeEventListener('load', draw)
  }, [source, scale, height, shapes, labels])
  return (
    <canvas ref={canvas} className="block full-width radius-6 ground-tertiary" width={WIDTH} height={height}>
      {name}
    </canvas>
  )
}
