import type { Label, labelEnd } from '@vermilion/contract/labels/dataset-labels'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

export type LabelEnds = Record<string, z.input<typeof labelEnd>>

export interface UsedLabel extends Label {
  count: number
}

interface EndsDialogProps {
  used: readonly UsedLabel[]
  targets: readonly Label[]
  onDecided: (ends: LabelEnds | null) => void
}

export function EndsDialog({ used, targets: takers, onDecided }: EndsDialogProps) {
  const t = useText(text)
  const [ends, setEnds] = useState<LabelEnds>({})
  const complete = used.every(({ id }) => ends[id] !== undefined)
  const valueOf = (id: string) => {
    const end = ends[id]
    return end === undefined ? null : typeof end === 'string' ? 'delete' : `move:${end.move}`
  }
  const choose = (id: string, value: string | null) =>
    value !== null && setEnds({ ...ends, [id]: value === 'delete' ? 'delete' : { move: value.slice(5) } })
  return (
    <Modal
      open
      centered
      width={500}
      title={t('endsTitle')}
      okText={t('endsAction')}
      cancelText={t('keepLabels')}
      okButtonProps={{ disabled: !complete, danger: Object.values(ends).includes('delete') }}
      onOk={() => onDecided(ends)}
      onCancel={() => onDecided(null)}
      zIndex={1_100}
    >
      <p>{t('endsWords')}</p>
      <div className="stack gap-14 margin-top-12">
        {used.map(({ id, name, count }) => (
          <div key={id} className="stack gap-4">
            <strong className="weight-550">{t('usedLabel', { name, count })}</strong>
            <Select<string | null>
              aria-label={t('endOf', { name })}
              placeholder={t('chooseEnd')}
              value={valueOf(id)}
              onChange={(value) => choose(id, value)}
              options={[
                ...takers.map((label) => ({ value: `move:${label.id}`, label: t('moveTo', { name: label.name }) })),
                { value: 'delete', label: t('deleteThem', { count }) },
              ]}
            />
          </div>
        ))}
      </div>
    </Modal>
  )
}
