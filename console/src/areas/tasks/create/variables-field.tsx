import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { useText } from '#lib/i18n.ts'
import type { Variable } from './form-values.ts'
import { foldedText } from './folded-text.ts'

interface VariablesFieldProps {
  label: string
  add: string
  secret?: boolean
  id?: string
  value?: Variable[]
  onChange?: (variables: Variable[]) => void
}

export function VariablesField({ id, label, add, secret = false, value = [], onChange }: VariablesFieldProps) {
  const t = useText(foldedText)
  const Value = secret ? Password : Input
  const change = (at: number, changes: Partial<Variable>) =>
    onChange?.(value.map((variable, index) => (index === at ? { ...variable, ...changes } : variable)))
  return (
    <fieldset id={id} className="plain-group" aria-label={label}>
      {value.map(({ name, value: content }, at) => (
        <div
          key={at}
          className="grid gap-8 margin-bottom-8"
          style={{ gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 36px' }}
        >
          <Input
            value={name}
            maxLength={128}
            aria-label={`${label}: ${t('variableName', { number: `${at + 1}` })}`}
            placeholder={t('variableName', { number: `${at + 1}` })}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change(at, { name: target.value.trim() })}
          />
          <Value
            value={content}
            aria-label={`${label}: ${t('variableValue', { number: `${at + 1}` })}`}
            placeholder={t('variableValue', { number: `${at + 1}` })}
            autoComplete={secret ? 'new-password' : 'off'}
            spellCheck={false}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('removeVariable', { name: name || t('variableName', { number: `${at + 1}` }) })}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange?.([...value, { name: '', value: '' }])}
      >
        {add}
      </Button>
    </fieldset>
  )
}
