import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { formText } from './form-text.ts'
import { newParameter, type TypedParameter } from './form-values.ts'
import styles from './images.module.css'

interface ParametersFieldProps {
  id?: string
  value?: TypedParameter[]
  onChange?: (parameters: TypedParameter[]) => void
}

export function ParametersField({ id, value = [], onChange }: ParametersFieldProps) {
  const t = useText(formText)
  return (
    <fieldset id={id} className="plain-group" aria-label={t('parameters')}>
      {value.map((parameter, at) => (
        <ParameterRow
          key={at}
          number={`${at + 1}`}
          parameter={parameter}
          onChange={(changes) =>
            onChange?.(value.map((other, index) => (index === at ? { ...other, ...changes } : other)))
          }
          onRemove={() => onChange?.(value.filter((_, index) => index !== at))}
        />
      ))}
      <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, newParameter])}>
        {t('addParameter')}
      </Button>
    </fieldset>
  )
}

interface ParameterRowProps {
  number: string
  parameter: TypedParameter
  onChange: (changes: Partial<TypedParameter>) => void
  onRemove: () => void
}

function ParameterRow({ number, parameter, onChange, onRemove }: ParameterRowProps) {
  const t = useText(formText)
  const message = (key: 'name' | 'en' | 'zh') => (
    <label className={`${styles['part']} grid gap-4 min-width-0`}>
      <span className="note">{t(`${key}Of`, { number })}</span>
      <Input
        value={parameter[key]}
        maxLength={key === 'name' ? 50 : 100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ [key]: key === 'name' ? target.value.trim() : target.value })}
      />
    </label>
  )
  const amount = (key: 'default' | 'minimum' | 'maximum' | 'step') => (
    <label className={`${styles['part']} grid gap-4 min-width-0`}>
      <span className="note">{t(`${key}Of`, { number })}</span>
      <NumberInput
        value={parameter[key]}
        integer={parameter.kind === 'integer'}
        onChange={(next) => onChange({ [key]: next })}
      />
    </label>
  )
  return (
    <div className={`${styles['parameter']} relative grid columns-2 gap-8-12 margin-bottom-10 border radius-10`}>
      <Button
        className={styles['remove'] ?? ''}
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('removeParameter', { number })}
        onClick={onRemove}
      />
      {message('name')}
      <div className={`${styles['part']} grid gap-4 min-width-0`}>
        <span className="note">{t('kindOf', { number })}</span>
        <Select
          value={parameter.kind}
          aria-label={t('kindOf', { number })}
          options={(['integer', 'number'] as const).map((kind) => ({ value: kind, label: t(kind) }))}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      {message('en')}
      {message('zh')}
      {amount('default')}
      {amount('step')}
      {amount('minimum')}
      {amount('maximum')}
    </div>
  )
}
