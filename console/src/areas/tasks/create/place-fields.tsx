import { type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskRoles, maxInstances } from '@vermilion/contract/tasks/creation'
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
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input/Input'
import type { TypedTask } from './form-values.ts'
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
        extra={<InstancesHint />}
        required
        rules={[rule(taskRoles, t('instancesRule'))]}
      >
        <RolesField />
      </Form.Item>
    </>
  )
}

/** Says how many processes several instances or chips start, and how many images a step then takes. */
function InstancesHint() {
  const t = useText(foldedText)
  const roles = Form.useWatch<Roles | undefined>('instances') ?? []
  const accelerator = Form.useWatch<Accelerator | undefined>(['resources', 'accelerator'])
  const image = Form.useWatch<string | undefined>('image') ?? ''
  const batch = Form.useWatch<number | undefined>(['parameters', 'batch']) ?? 0
  const instances = roles.reduce((sum, role) => sum + role.count, 0)
  const chips = accelerator === undefined || accelerator.type === 'none' ? 1 : accelerator.count
  const processes = instances * chips
  if (!(processes > 1)) return t('instancesHint')
  const values = { instances, chips, processes, batch, images: processes * batch }
  // Other images may use their processes in other ways.
  const isTogether = image.startsWith('vermilion/torchvision-') && batch > 0
  return [t('instancesHint'), <br key="line" />, t(isTogether ? 'imagesAStep' : 'processes', values)]
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

type Roles = TypedTask['instances']
type Accelerator = TypedTask['resources']['accelerator']

interface RolesFieldProps {
  id?: string
  value?: Roles
  onChange?: (roles: Roles) => void
}

function RolesField({ id, value = [], onChange }: RolesFieldProps) {
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
