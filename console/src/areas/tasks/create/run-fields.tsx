import { taskCommand, taskPath, taskVariables } from '@vermilion/contract/tasks/creation'
import Form, { type Rule } from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { splitCommand } from './command-line.ts'
import styles from './create.module.css'
import { recordOf, type Variable } from './form-values.ts'
import { foldedText } from './folded-text.ts'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Password from 'antd/es/input/Password'
import { TimeField } from './time-field.tsx'

export function RunFields() {
  const t = useText(foldedText)
  const hasCommand = Form.useWatch<boolean | undefined>('hasCommand')
  return (
    <>
      <label className="row gap-10 fit-width min-height-36 margin-bottom-14 cursor-pointer">
        <Form.Item name="hasCommand" noStyle valuePropName="checked">
          <input className="width-16 height-16 margin-0 accent-primary" type="checkbox" />
        </Form.Item>
        {t('hasCommand')}
      </label>
      {hasCommand === true && (
        <Form.Item
          name="command"
          label={t('command')}
          extra={t('commandHint', { mountPath: '{mountPath}', outputPath: '{outputPath}' })}
          required
          rules={[
            { validator: (_, input?: string) => commandProblem(input ?? '', t('commandMissing'), t('commandQuote')) },
          ]}
        >
          <textarea
            className={`${styles['command']} field-frame block full-width padding-8-12 text-inherit resizable`}
            rows={3}
            autoComplete="off"
            spellCheck={false}
          />
        </Form.Item>
      )}
      <Form.Item name="outputPath" label={t('outputPath')} required rules={[rule(taskPath, t('outputPathMissing'))]}>
        <Input maxLength={500} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="environment" label={t('environment')} rules={[variables(t('variablesRule'), false)]}>
        <VariablesField label={t('environment')} add={t('addVariable')} />
      </Form.Item>
      <Form.Item
        name="secrets"
        label={t('secrets')}
        extra={t('secretsHint')}
        rules={[variables(t('secretsRule'), true)]}
      >
        <VariablesField label={t('secrets')} add={t('addSecret')} secret />
      </Form.Item>
    </>
  )
}

function commandProblem(input: string, missing: string, quote: string): Promise<void> {
  const words = splitCommand(input)
  if (words === null) return Promise.reject(new Error(quote))
  return taskCommand.safeParse(words).success ? Promise.resolve() : Promise.reject(new Error(missing))
}

function variables(message: string, filled: boolean): Rule {
  return {
    validator: (_, input: Variable[] = []) => {
      const record = recordOf(input)
      const fits =
        Object.keys(record).length === input.length &&
        (!filled || input.every(({ value }) => value !== '')) &&
        taskVariables.safeParse(record).success
      return fits ? Promise.resolve() : Promise.reject(new Error(message))
    },
  }
}

export function EndFields() {
  const t = useText(foldedText)
  return (
    <div className={`${styles['two']} grid columns-2 gap-0-14`}>
      <Form.Item
        name="timeLimitSeconds"
        label={t('timeLimit')}
        rules={[{ type: 'number', min: 1, max: 31_536_000, message: t('timeLimitRule') }]}
      >
        <TimeField />
      </Form.Item>
      <Form.Item
        name="seed"
        label={t('seed')}
        extra={t('seedHint')}
        rules={[{ type: 'integer', min: 0, max: 2_147_483_647, message: t('seedRule') }]}
      >
        <NumberInput integer placeholder={t('random')} />
      </Form.Item>
      <Form.Item
        name={['restarts', 'limit']}
        label={t('restarts')}
        rules={[{ required: true, type: 'integer', min: 0, max: 100, message: t('restartsRule') }]}
      >
        <NumberInput integer />
      </Form.Item>
      <Form.Item
        name={['restarts', 'backoffSeconds']}
        label={t('backoff')}
        extra={t('backoffHint')}
        rules={[{ required: true, type: 'integer', min: 0, max: 3_600, message: t('backoffRule') }]}
      >
        <NumberInput integer />
      </Form.Item>
    </div>
  )
}

interface VariablesFieldProps {
  label: string
  add: string
  secret?: boolean
  id?: string
  value?: Variable[]
  onChange?: (variables: Variable[]) => void
}

function VariablesField({ id, label, add, secret = false, value = [], onChange }: VariablesFieldProps) {
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
