import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TypedFineTuning } from './form-values.ts'
import { pickedText } from './picked-text.ts'
import { PicturePicker } from './picture-picker.tsx'

export function PickedFiles() {
  const kind = Form.useWatch<TypedFineTuning['kind'] | undefined>('kind')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const folder = Form.useWatch<string | undefined>('folder') ?? ''
  if (kind !== 'space' || spaceId === undefined) return null
  return (
    <Form.Item name="fileIds">
      <Picked spaceId={spaceId} folder={folder} />
    </Form.Item>
  )
}

interface PickedProps {
  spaceId: string
  folder: string
  value?: readonly string[]
  onChange?: (fileIds: readonly string[]) => void
}

function Picked({ spaceId, folder, value = [], onChange }: PickedProps) {
  const t = useText(pickedText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="wrapping-row gap-8 text-secondary">
        {value.length === 0 ? t('all') : t('some', { count: value.length })}
        <Button size="small" onClick={() => setOpen(true)}>
          {t('pick')}
        </Button>
        {value.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange?.([])}>
            {t('takeAll')}
          </Button>
        )}
      </span>
      {isOpen && (
        <PicturePicker
          {...{ spaceId, folder, value }}
          onChange={(ids) => onChange?.(ids)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
