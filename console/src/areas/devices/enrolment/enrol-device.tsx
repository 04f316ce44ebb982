import { deviceEndpoints } from '@vermilion/contract/devices'
import { enrolmentEndpoints } from '@vermilion/contract/devices/enrolments'
import { tags } from '@vermilion/contract/kernel/fields'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import Segmented from 'antd/es/segmented'
import { useState, useEffect } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NameField } from '#ui/form/naming-fields.tsx'
import { rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Spin from 'antd/es/spin'
import { formatDuration } from '#lib/format.ts'
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
      <Lines text={t('offLines')} lines={variables} />
    </div>
  )
}

type CreatedEnrolment = EndpointResponse<typeof enrolmentEndpoints.createEnrolment>

interface EnrolmentCommandProps {
  created: CreatedEnrolment
  fingerprint: string | null
  onAnother: () => void
  onClose: () => void
  onOpen: (deviceId: string) => void
}

const second = 1_000

const askEvery = 2 * second

function EnrolmentCommand({ created, fingerprint, onAnother, onClose, onOpen }: EnrolmentCommandProps) {
  const t = useText(enrolmentText)
  const { enrolment, commands } = created
  const remaining = useRemaining(enrolment.expiresAt)
  const isExpired = remaining <= 0
  const params = { enrolmentId: enrolment.id }
  const state = useQuery({
    ...read(enrolmentEndpoints.getEnrolment, { params }),
    refetchInterval: ({ state: { data } }) => ((data?.deviceId ?? null) === null && !isExpired ? askEvery : false),
  })
  const deviceId = state.data?.deviceId ?? null
  useEffect(() => {
    if (deviceId !== null) void refresh('/devices')
  }, [deviceId])
  const cancel = () => {
    if (deviceId === null && !isExpired)
      void call(enrolmentEndpoints.cancelEnrolment, { params }).catch(() => undefined)
    onClose()
  }
  return (
    <Drawer open title={t('enrol')} size={560} onClose={onClose} destroyOnHidden>
      <div className="stack gap-16">
        <h3>{t('runTitle')}</h3>
        <Lines text={t('runWords')} lines={[commands.curl]} />
        <details>
          <summary>{t('wget')}</summary>
          <Lines text={t('wgetWords')} lines={[commands.wget]} />
        </details>
        {fingerprint !== null && <p className="text-secondary break-anywhere">{t('fingerprint', { fingerprint })}</p>}
        <p className="text-secondary break-anywhere">{t('removal')}</p>
        <output className="wrapping-row gap-8 min-height-36">
          {deviceId !== null && t('joined', { name: enrolment.name })}
          {deviceId === null && isExpired && t('expired')}
          {deviceId === null && !isExpired && (
            <>
              <Spin size="small" /> {t('waiting')} {t('remaining', { time: formatDuration(remaining * second) })}
            </>
          )}
        </output>
        <div className="flex gap-8 justify-end">
          {deviceId === null && !isExpired && <Button onClick={cancel}>{t('cancel')}</Button>}
          {(deviceId !== null || isExpired) && <Button onClick={onAnother}>{t('another')}</Button>}
          {deviceId !== null && (
            <Button type="primary" onClick={() => onOpen(deviceId)}>
              {t('open')}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  )
}

function useRemaining(until: string): number {
  const secondsUntil = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / second))
  const [seconds, setSeconds] = useState(secondsUntil)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil()), second)
    return () => clearInterval(timer)
  })
  return seconds
}
