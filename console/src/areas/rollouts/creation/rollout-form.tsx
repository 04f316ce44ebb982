import type { Rollout } from '@vermilion/contract/rollouts'
import { type ReactNode, useState } from 'react'
import Form, { type FormInstance } from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { refresh, read } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { tags } from '@vermilion/contract/kernel/fields'
import { useQuery } from '@tanstack/react-query'
import { requiredText, rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { NumberInput } from '#ui/form/number-input.tsx'
import { PhaseFields } from './phase-fields.tsx'
import { RolloutSummary } from './rollout-summary.tsx'
import { creationText } from './text.ts'
import { newRollout, type HealthKind, type TypedRollout, healthKinds } from './typed-rollout.ts'

interface RolloutFormProps {
  title: string
  action: string
  initial: Partial<TypedRollout>
  modelId?: string
  submit: (typed: TypedRollout) => Promise<Rollout>
  onClose: () => void
  onCreated: (rollout: Rollout) => void
  onValuesChange?: (changed: Partial<TypedRollout>, form: FormInstance<TypedRollout>) => void
  children?: ReactNode
}

export function RolloutForm({ title, action, initial, modelId, children, ...props }: RolloutFormProps) {
  const t = useText(creationText)
  const [health, setHealth] = useState<HealthKind>('none')
  return (
    <FormDrawer<TypedRollout, Rollout>
      open
      width={560}
      title={title}
      action={action}
      failure={t('failed')}
      initial={{ ...newRollout, ...initial }}
      submit={props.submit}
      fieldOf={{ 'rollout.no-devices': 'deviceIds', 'artifact.not-found': 'artifactId' }}
      onValuesChange={(changed, form) => {
        if (changed.health !== undefined) setHealth(changed.health)
        props.onValuesChange?.(changed, form)
      }}
      renderSummary={(form) => <RolloutSummary form={form} modelId={modelId} />}
      onClose={props.onClose}
      onDone={(rollout) => {
        notify.success(t('done', { name: rollout.name }))
        void refresh('/rollouts', '/artifacts')
        props.onCreated(rollout)
      }}
    >
      {children}
      <DeviceFields />
      <HealthFields health={health} />
      <PhaseFields isModel={modelId !== undefined} />
    </FormDrawer>
  )
}

const names = {
  none: 'healthNone',
  command: 'healthCommand',
  'http-device': 'healthHttpDevice',
  'http-server': 'healthHttpServer',
} as const satisfies Record<HealthKind, keyof typeof creationText.en>

function HealthFields({ health }: { health: HealthKind }) {
  const t = useText(creationText)
  const isHttp = health === 'http-device' || health === 'http-server'
  return (
    <>
      <Form.Item name="health" label={t('health')}>
        <Select options={healthKinds.map((value) => ({ value, label: t(names[value]) }))} />
      </Form.Item>
      {health === 'command' && (
        <Form.Item
          name="command"
          label={t('command')}
          extra={t('commandHint')}
          rules={[requiredText(t('commandMissing'))]}
        >
          <Input maxLength={4_000} />
        </Form.Item>
      )}
      {isHttp && (
        <Form.Item
          name="url"
          label={t('url')}
          extra={t('urlHint', { host: '{host}' })}
          rules={[{ required: true, pattern: /^https?:\/\/[^\s/]+/, message: t('urlMissing') }]}
        >
          <Input maxLength={2_000} />
        </Form.Item>
      )}
      {health !== 'none' && (
        <Form.Item name="deadline" label={t('deadline')}>
          <NumberInput integer filled min={1} max={86_400} />
        </Form.Item>
      )}
    </>
  )
}

function DeviceFields() {
  const t = useText(creationText)
  const devices = useQuery(read(deviceEndpoints.listDevices, { query: { limit: 500 } }))
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  const form = Form.useFormInstance<TypedRollout>()
  const group = form.getFieldValue('group') as string | undefined
  const typedTags = form.getFieldValue('tags') as string[] | undefined
  const hasOneGroup = groups.data?.length === 0 && (group ?? '') === ''
  const isUntagged =
    devices.data?.items.every((device) => device.tags.length === 0) === true && (typedTags ?? []).length === 0
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[requiredText(t('nameMissing'))]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="deviceIds"
        label={t('devices')}
        extra={!(hasOneGroup && isUntagged) && t('devicesHint')}
        dependencies={['group', 'tags']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, selected: string[] | undefined) =>
              (selected ?? []).length > 0 ||
              (getFieldValue('group') as string) !== '' ||
              ((getFieldValue('tags') as string[] | undefined) ?? []).length > 0
                ? Promise.resolve()
                : Promise.reject(new Error(t('devicesMissing'))),
          }),
        ]}
      >
        <Select
          mode="multiple"
          loading={devices.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={devices.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Form.Item>
      <Form.Item name="group" label={t('group')} hidden={hasOneGroup}>
        <Select
          options={[
            { value: '', label: t('anyGroup') },
            ...(groups.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')} rules={[rule(tags, t('devicesMissing'))]} hidden={isUntagged}>
        <TagsField />
      </Form.Item>
    </>
  )
}
