import {
  type CollectionSchedule,
  type DeviceCollection,
  deviceCollectionEndpoints,
} from '@vermilion/contract/devices/collections'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { required } from '#ui/form/rules.ts'
import { collectionsText } from './text.ts'

interface Typed {
  folder: string
  pattern: string
  since: string
  spaceId: string
  spaceFolder: string
  kind: CollectionSchedule['kind']
  minutes: number
  at: string
  removeAfter: boolean
}

interface CollectDrawerProps {
  device: { id: string; name: string }
  folder: string
  collection: DeviceCollection | null
  onClose: () => void
  onDone: () => void
}

function scheduleOf({ kind, minutes, at }: Typed): CollectionSchedule {
  if (kind === 'interval') return { kind, minutes }
  return kind === 'daily' ? { kind, at } : { kind: 'once' }
}

function localTime(time: string | null): string {
  if (time === null) return ''
  const moment = new Date(time)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const typedOf = ({ name }: { name: string }, folder: string, collection: DeviceCollection | null): Typed => ({
  folder: collection?.folder ?? folder,
  pattern: collection?.pattern ?? '**/*',
  since: localTime(collection?.modifiedSince ?? null),
  spaceId: collection?.spaceId ?? (undefined as unknown as string),
  spaceFolder: collection?.spaceFolder ?? name.replaceAll(/[/\\]/g, '_'),
  kind: collection?.schedule.kind ?? 'once',
  minutes: collection?.schedule.kind === 'interval' ? collection.schedule.minutes : 60,
  at: collection?.schedule.kind === 'daily' ? collection.schedule.at : '02:00',
  removeAfter: collection?.removeAfter ?? false,
})

export function CollectDrawer({ device, folder, collection, onClose, onDone }: CollectDrawerProps) {
  const t = useText(collectionsText)
  const isNew = collection === null
  const submit = (typed: Typed) => {
    const { folder: from, pattern, since, spaceId, spaceFolder, removeAfter } = typed
    const modifiedSince = since === '' ? null : new Date(since).toISOString()
    const body = {
      folder: from,
      pattern,
      modifiedSince,
      spaceId,
      spaceFolder,
      schedule: scheduleOf(typed),
      removeAfter,
    }
    const params = { deviceId: device.id }
    return collection === null
      ? call(deviceCollectionEndpoints.createDeviceCollection, { params, body })
      : call(deviceCollectionEndpoints.updateDeviceCollection, {
          params: { ...params, collectionId: collection.id },
          body,
        })
  }
  return (
    <FormDrawer<Typed, unknown>
      open
      width={520}
      title={t(isNew ? 'create' : 'edit')}
      action={t(isNew ? 'collect' : 'save')}
      failure={t(isNew ? 'failed' : 'saveFailed')}
      initial={typedOf(device, folder, collection)}
      submit={submit}
      onClose={onClose}
      onDone={() => {
        notify.success(t('done'))
        void refresh('/devices')
        onClose()
        onDone()
      }}
    >
      <SourceFields />
      <TargetFields />
      <ScheduleFields />
      <Form.Item name="removeAfter" valuePropName="checked" extra={t('removeHint')}>
        <Checkbox>{t('removeAfter')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

function SourceFields() {
  const t = useText(collectionsText)
  return (
    <>
      <Form.Item name="folder" label={t('from')} rules={[required(t('needed'))]}>
        <Input spellCheck={false} maxLength={4_000} />
      </Form.Item>
      <Form.Item name="pattern" label={t('pattern')} extra={t('patternHint')} rules={[required(t('needed'))]}>
        <Input spellCheck={false} maxLength={1_000} />
      </Form.Item>
      <Form.Item name="since" label={t('since')} extra={t('sinceHint')}>
        <Input type="datetime-local" />
      </Form.Item>
    </>
  )
}

function TargetFields() {
  const t = useText(collectionsText)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[required(t('needed'))]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="spaceFolder" label={t('folder')}>
        <FolderField spaceId={spaceId} />
      </Form.Item>
    </>
  )
}

function ScheduleFields() {
  const t = useText(collectionsText)
  const kind = Form.useWatch<Typed['kind'] | undefined>('kind')
  return (
    <>
      <Form.Item name="kind" label={t('schedule')}>
        <Select options={(['once', 'interval', 'daily'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {kind === 'interval' && (
        <Form.Item name="minutes" label={t('minutes')} rules={[required(t('needed'))]}>
          <NumberInput min={1} max={10_080} />
        </Form.Item>
      )}
      {kind === 'daily' && (
        <Form.Item name="at" label={t('at')} rules={[required(t('needed'))]}>
          <Input type="time" />
        </Form.Item>
      )}
    </>
  )
}
