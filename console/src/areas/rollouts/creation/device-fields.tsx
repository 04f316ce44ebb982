import { deviceEndpoints } from '@vermilion/contract/devices'
import { tags } from '@vermilion/contract/kernel/fields'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { creationText } from './text.ts'
import type { TypedRollout } from './typed-rollout.ts'

export function DeviceFields() {
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
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('nameMissing') }]}
      >
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
