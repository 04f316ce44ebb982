import { type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskRoles } from '@vermilion/contract/tasks/creation'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { PriorityField } from '../queue/priority-field.tsx'
import styles from './create.module.css'
import { MemoryInput } from './memory-input.tsx'
import { RolesField } from './roles-field.tsx'
import { foldedText } from './folded-text.ts'

export function PlaceFields() {
  return (
    <>
      <PriorityField />
      <ResourceFields />
    </>
  )
}

function ResourceFields() {
  const t = useText(foldedText)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const poolName = Form.useWatch<string | undefined>('pool')
  const type = Form.useWatch<string | undefined>(['resources', 'accelerator', 'type']) ?? 'none'
  return (
    <>
      <div className={`${styles['two']} grid columns-2 gap-0-14`}>
        <Form.Item
          name={['resources', 'cpu']}
          label={t('cpu')}
          rules={[{ type: 'number', min: 0.1, max: 4_096, message: t('cpuRule') }]}
        >
          <NumberInput step={0.5} placeholder={t('unlimited')} />
        </Form.Item>
        <Form.Item
          name={['resources', 'memoryBytes']}
          label={t('memory')}
          rules={[{ type: 'number', min: 2 ** 22, max: 2 ** 50, message: t('memoryRule') }]}
        >
          <MemoryInput placeholder={t('unlimited')} />
        </Form.Item>
      </div>
      <p className={`${styles['note']} faint`}>{t('resourcesHint')}</p>
      <div className={`${styles['two']} grid columns-2 gap-0-14`}>
        <Form.Item name={['resources', 'accelerator', 'type']} label={t('acceleratorType')}>
          <AcceleratorSelect pool={pools.data?.find(({ id }) => id === poolName)} />
        </Form.Item>
        {type !== 'none' && (
          <Form.Item
            name={['resources', 'accelerator', 'count']}
            label={t('acceleratorCount')}
            rules={[{ required: true, type: 'integer', min: 1, max: 1_024, message: t('acceleratorRule') }]}
          >
            <NumberInput integer />
          </Form.Item>
        )}
      </div>
      <Form.Item
        name="instances"
        label={t('instances')}
        extra={t('instancesHint')}
        required
        rules={[rule(taskRoles, t('instancesRule'))]}
      >
        <RolesField />
      </Form.Item>
    </>
  )
}

interface FieldProps<Value> {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
}

function AcceleratorSelect({ pool, ...field }: FieldProps<string> & { pool: Pool | undefined }) {
  const t = useText(foldedText)
  const { value = 'none' } = field
  const types = pool?.accelerators.map(({ type }) => type) ?? []
  const other = value === 'none' || types.includes(value) ? [] : [value]
  return (
    <Select
      {...field}
      options={[
        { value: 'none', label: t('acceleratorNone') },
        ...types.map((type) => ({ value: type, label: type })),
        ...other.map((type) => ({ value: type, label: t('acceleratorMissing', { type }) })),
      ]}
    />
  )
}
