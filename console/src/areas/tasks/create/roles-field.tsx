import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { maxInstances } from '@vermilion/contract/tasks/creation'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import type { TypedTask } from './form-values.ts'
import { foldedText } from './folded-text.ts'

type Roles = TypedTask['instances']

interface RolesFieldProps {
  id?: string
  value?: Roles
  onChange?: (roles: Roles) => void
}

export function RolesField({ id, value = [], onChange }: RolesFieldProps) {
  const t = useText(foldedText)
  const change = (at: number, changes: Partial<Roles[number]>) =>
    onChange?.(value.map((role, index) => (index === at ? { ...role, ...changes } : role)))
  return (
    <fieldset id={id} className="plain-group" aria-label={t('instances')}>
      {value.map(({ role, count }, at) => (
        <div
          key={at}
          className="grid gap-8 margin-bottom-8"
          style={{ gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 36px' }}
        >
          <Input
            value={role}
            maxLength={32}
            aria-label={t('roleOf', { number: `${at + 1}` })}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change(at, { role: target.value })}
          />
          <NumberInput
            value={count}
            min={1}
            max={maxInstances}
            integer
            filled
            aria-label={t('countOf', { number: `${at + 1}` })}
            onChange={(next) => next !== null && change(at, { count: next })}
          />
          {value.length > 1 && (
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('removeRole', { number: `${at + 1}` })}
              onClick={() => onChange?.(value.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {value.length < 8 && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...value, { role: value.length === 0 ? 'worker' : '', count: 1 }])}
        >
          {t('addRole')}
        </Button>
      )}
    </fieldset>
  )
}
