import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Accelerator } from '@vermilion/contract/tasks/creation'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { text } from './text.ts'

interface AcceleratorsFieldProps {
  id?: string
  value?: Accelerator[] | null
  onChange?: (accelerators: Accelerator[] | null) => void
}

export function AcceleratorsField({ id, value, onChange }: AcceleratorsFieldProps) {
  const t = useText(text)
  const rows = value ?? []
  const change = (next: Accelerator[]) => onChange?.(next.length === 0 ? null : next)
  const part = (at: number, more: Partial<Accelerator>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...more } : row)))
  return (
    <fieldset id={id} className="plain-group" aria-label={t('accelerators')}>
      {rows.map(({ type, count }, at) => (
        <div
          key={at}
          className="grid gap-8 margin-bottom-8"
          style={{ gridTemplateColumns: 'minmax(0, 1fr) 96px 36px' }}
        >
          <Input
            value={type}
            maxLength={60}
            placeholder={t('acceleratorExample')}
            aria-label={t('acceleratorType', { number: `${at + 1}` })}
            autoComplete="off"
            onChange={({ target }) => part(at, { type: target.value })}
          />
          <NumberInput
            value={count}
            min={1}
            max={1_024}
            integer
            filled
            aria-label={t('acceleratorCount', { number: `${at + 1}` })}
            onChange={(next) => next !== null && part(at, { count: next })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('removeAccelerator', { number: `${at + 1}` })}
            onClick={() => change(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => change([...rows, { type: '', count: 1 }])}
      >
        {t('addAccelerator')}
      </Button>
    </fieldset>
  )
}
