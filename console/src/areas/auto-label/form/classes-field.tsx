import type { Labeller } from '@vermilion/contract/auto-label/labellers'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import styles from '../auto-label.module.css'
import { text } from '../text.ts'

type Mapping = Record<string, string | null>

interface ClassesFieldProps {
  labellers: readonly Labeller[]
  labels: readonly Label[]
}

export function ClassesField({ labellers, labels }: ClassesFieldProps) {
  const t = useText(text)
  const labellerId = Form.useWatch<string | undefined>('labeller')
  const labeller = labellers.find(({ id }) => id === labellerId)
  if (labeller === undefined) return null
  return (
    <Form.Item name="mapping" label={t('classes')}>
      <MappingInput labeller={labeller} labels={labels} />
    </Form.Item>
  )
}

interface MappingInputProps {
  labeller: Labeller
  labels: readonly Label[]
  value?: Mapping
  onChange?: (mapping: Mapping) => void
}

function MappingInput({ labeller, labels, value, onChange }: MappingInputProps) {
  const t = useText(text)
  const byName: Mapping = Object.fromEntries(labeller.classes.map(({ name, labelId }) => [name, labelId]))
  const mapping = { ...byName, ...value }
  const options = [{ value: '', label: t('leaveOut') }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <div className={`${styles['classes']} grid gap-8-12 align-center max-height-260 scroll`}>
      {labeller.classes.map(({ name }) => (
        <Row key={name} name={name} label={t('classTo', { name })}>
          <Select
            aria-label={t('classTo', { name })}
            value={mapping[name] ?? ''}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id: string) => onChange?.({ ...mapping, [name]: id === '' ? null : id })}
          />
        </Row>
      ))}
    </div>
  )
}

function Row({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  return (
    <>
      <span className="break-anywhere" title={label}>
        {name}
      </span>
      <span className="text-tertiary" aria-hidden>
        {'→'}
      </span>
      {children}
    </>
  )
}
