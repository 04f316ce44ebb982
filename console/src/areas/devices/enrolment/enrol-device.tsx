import { deviceEndpoints } from '@vermilion/contract/devices'
import { enrolmentEndpoints } from '@vermilion/contract/devices/enrolments'
import { tags } from '@vermilion/contract/kernel/fields'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { type CreatedEnrolment, EnrolmentCommand } from './enrolment-command.tsx'
import Alert from 'antd/es/alert'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { enrolmentText } from './text.ts'

interface TypedEnrolment {
  name: string
  kind: (typeof deviceKinds)[number]
  group: string
  tags: string[]
}

interface EnrolDeviceProps {
  onClose: () => void
  onOpen: (deviceId: string) => void
}

export function EnrolDevice({ onClose, onOpen }: EnrolDeviceProps) {
  const t = useText(enrolmentText)
  const [created, setCreated] = useState<CreatedEnrolment | null>(null)
  const endpoint = useQuery(read(enrolmentEndpoints.tunnelEndpoint, {}))
  if (created !== null) {
    return (
      <EnrolmentCommand
        created={created}
        fingerprint={endpoint.data?.fingerprint ?? null}
        onAnother={() => setCreated(null)}
        onClose={onClose}
        onOpen={onOpen}
      />
    )
  }
  const isOff = endpoint.data?.enabled === false
  return (
    <FormDrawer<TypedEnrolment, CreatedEnrolment>
      draft="enrol-device"
      open
      width={520}
      title={t('enrol')}
      action={t('action')}
      failure={t('failed')}
      initial={{ name: '', kind: 'board', group: '', tags: [] }}
      isReady={endpoint.data?.enabled === true}
      submit={(typed) => call(enrolmentEndpoints.createEnrolment, { body: typed })}
      fieldOf={{ 'device.name-taken': 'name' }}
      onClose={onClose}
      onDone={setCreated}
    >
      <p className="margin-0-0-16">{t('words')}</p>
      {isOff ? <TunnelsOff /> : <EnrolmentFields />}
    </FormDrawer>
  )
}

function EnrolmentFields() {
  const t = useText(enrolmentText)
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  return (
    <>
      <NameField />
      <Form.Item name="kind" label={t('kind')}>
        <Segmented aria-label={t('kind')} options={deviceKinds.map((kind) => ({ value: kind, label: t(kind) }))} />
      </Form.Item>
      <Form.Item name="group" label={t('group')} rules={[{ type: 'string', max: 100, message: t('groupRule') }]}>
        <AutoComplete maxLength={100} options={groups.data?.map(({ name }) => ({ value: name })) ?? []} />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')} extra={t('tagsHint')} rules={[rule(tags, t('tagsInvalid'))]}>
        <TagsField />
      </Form.Item>
    </>
  )
}

const variables = ['VERMILION_HOST=0.0.0.0', 'VERMILION_SSH_PORT=2222']

function TunnelsOff() {
  const t = useText(enrolmentText)
  return (
    <div className="stack gap-16 margin-bottom-24">
      <Alert type="info" title={t('off')} description={t('offWords')} />
      <Lines words={t('offLines')} lines={variables} />
    </div>
  )
}
