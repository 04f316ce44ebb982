import { type ExecutorKind, offerOf, poolExecutorKinds } from '@vermilion/contract/tasks/executors'
import { poolSettings } from '@vermilion/contract/tasks/pool-settings'
import { type Pool, type PoolCreate, poolCreate, poolEndpoints } from '@vermilion/contract/tasks/pools'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { defaultsOf } from '#ui/form/schema-form.tsx'
import { MemoryInput } from '../create/memory-input.tsx'
import { AcceleratorsField } from './accelerators-field.tsx'
import { ClusterFields } from './cluster-fields.tsx'
import { PlaceCheck } from './place-check.tsx'
import { placeText } from './place-text.ts'
import styles from './pools.module.css'
import { text } from './text.ts'

interface PoolFormProps {
  pool: Pool | undefined
  onClose: () => void
}

/** Tasks that a cluster has at once, where it queues them itself. */
const usualHandedOver = 100

const usualExecutor = poolExecutorKinds.find((kind) => offerOf(kind).address !== undefined) ?? poolExecutorKinds[0]

export function PoolForm({ pool, onClose }: PoolFormProps) {
  const t = useText(text)
  const { name, executor, concurrency, address, settings, given } = pool ?? {
    name: '',
    executor: usualExecutor,
    concurrency: 1,
    address: null,
    settings: {},
    given: { cpu: null, memoryBytes: null, accelerators: null },
  }
  return (
    <FormDrawer<PoolCreate, Pool>
      open
      draft={pool === undefined ? 'create-pool' : `pool-${pool.id}`}
      secretFields={['settings']}
      title={pool === undefined ? t('create') : t('editTitle', { name: pool.name })}
      action={pool === undefined ? t('create') : t('save')}
      failure={pool === undefined ? t('createFailed') : t('editFailed')}
      initial={{ name, executor, concurrency, address, settings, ...given }}
      fieldOf={{
        'pool.name-taken': 'name',
        'pool.in-use': 'executor',
        'pool.address-invalid': 'address',
        'pool.no-accelerator': 'accelerators',
      }}
      submit={({ executor, address, settings, ...draft }) => {
        const body = {
          ...draft,
          address: address?.trim() || null,
          settings: settingsOf(executor ?? pool?.executor, settings),
        }
        return pool === undefined
          ? call(poolEndpoints.createPool, { body: { ...body, executor } })
          : call(poolEndpoints.updatePool, { params: { poolId: pool.id }, body })
      }}
      onClose={onClose}
      onDone={() => {
        notify.success(pool === undefined ? t('created') : t('updated'))
        void refresh('/pools', '/tasks')
        onClose()
      }}
    >
      <Form.Item name="name" label={t('name')} required rules={[rule(poolCreate.shape.name, t('nameMissing'))]}>
        <Input maxLength={100} autoComplete="off" placeholder={t('nameExample')} />
      </Form.Item>
      <PlaceFields pool={pool} />
      <SizeFields />
    </FormDrawer>
  )
}

function PlaceFields({ pool }: Pick<PoolFormProps, 'pool'>) {
  const isNew = pool === undefined
  const t = useText(text)
  const say = useText(placeText)
  const form = Form.useFormInstance<PoolCreate>()
  const executor = Form.useWatch<ExecutorKind | undefined>('executor') ?? usualExecutor
  const typed = Form.useWatch<string | null | undefined>('address')
  const settings = Form.useWatch<PoolCreate['settings']>('settings')
  const language = useSystem((system) => system.lang)
  const { hint, address } = offerOf(executor)
  const propose = (name: string, usual: string) => {
    form.setFieldsValue({ address: usual })
    if ((form.getFieldValue('name') as string).trim() === '') form.setFieldsValue({ name: name.toLowerCase() })
  }
  return (
    <>
      <Form.Item name="executor" label={t('executor')} extra={localize(hint, language)}>
        <Select<ExecutorKind>
          disabled={!isNew}
          onChange={(kind) => {
            const schema = poolSettings[kind]
            form.setFieldValue('settings', {})
            if (!form.isFieldTouched('concurrency'))
              form.setFieldValue('concurrency', schema === null ? 1 : usualHandedOver)
          }}
          options={poolExecutorKinds.map((value) => ({ value, label: localize(offerOf(value).name, language) }))}
        />
      </Form.Item>
      {address !== undefined && (
        <Form.Item
          name="address"
          label={t('address')}
          className="margin-bottom-8"
          extra={localize(address.hint, language)}
        >
          <Input maxLength={500} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      {address !== undefined && isNew && (
        <fieldset
          aria-label={say('proposals')}
          className="padding-0 border-0 flex wrap gap-8"
          style={{ marginInline: 0, marginBottom: 12 }}
        >
          {address.usual.map((usual) => (
            <Button key={usual.name} size="small" translate="no" onClick={() => propose(usual.name, usual.address)}>
              {usual.name}
            </Button>
          ))}
        </fieldset>
      )}
      <ClusterFields key={executor} executor={executor} pool={pool} />
      <PlaceCheck
        key={`${executor} ${typed ?? ''} ${JSON.stringify(settings)}`}
        order={{
          executor,
          address: address === undefined ? null : typed?.trim() || null,
          settings: settingsOf(executor, settings),
          ...(pool === undefined ? {} : { poolId: pool.id }),
        }}
      />
    </>
  )
}

function SizeFields() {
  const t = useText(text)
  const say = useText(placeText)
  return (
    <>
      <Form.Item
        name="concurrency"
        label={t('concurrency')}
        extra={say('atOnce')}
        rules={[{ required: true, type: 'integer', min: 1, max: 10_000, message: t('concurrencyRule') }]}
      >
        <NumberInput integer />
      </Form.Item>
      <fieldset aria-label={say('limits')} className={`${styles['limits']} min-width-0 margin-0 border radius-10`}>
        <h3 className="heading">{say('limits')}</h3>
        <p className="note">{say('limitsWords')}</p>
        <div className="grid columns-2 gap-0-12">
          <Form.Item
            name="cpu"
            label={t('cpu')}
            rules={[{ type: 'number', min: 0.1, max: 100_000, message: t('cpuRule') }]}
          >
            <NumberInput placeholder={t('asThere')} />
          </Form.Item>
          <Form.Item
            name="memoryBytes"
            label={t('memoryGiB')}
            rules={[{ type: 'number', min: 1, message: t('memoryRule') }]}
          >
            <MemoryInput placeholder={t('asThere')} />
          </Form.Item>
        </div>
        <Form.Item
          name="accelerators"
          label={t('accelerators')}
          extra={t('acceleratorsHint')}
          rules={[
            {
              validator: (_, value: unknown) =>
                poolCreate.shape.accelerators.safeParse(value ?? null).success
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('acceleratorsRule'))),
            },
          ]}
        >
          <AcceleratorsField />
        </Form.Item>
      </fieldset>
    </>
  )
}

/** Fields that were emptied are left out; a secret that is removed is null. */
function settingsOf(executor: ExecutorKind | undefined, typed: PoolCreate['settings']): Record<string, unknown> {
  const schema = executor === undefined ? null : poolSettings[executor]
  if (schema === null) return {}
  const complete = { ...defaultsOf(schema), ...typed }
  return Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== '' && value !== undefined))
}
