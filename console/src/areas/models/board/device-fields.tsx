import { boardRuntimes, onnxRuntimes } from '@vermilion/contract/board-inferences'
import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { type InferenceRuntime, inferenceRuntimes } from '@vermilion/contract/devices/facts'
import { taskPath } from '@vermilion/contract/tasks/creation'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { localize, useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { required, rule } from '#ui/form/rules.ts'
import { boardText } from './text.ts'

const byStatus = (one: Device, other: Device) => Number(other.status === 'online') - Number(one.status === 'online')

export function DeviceFields() {
  const t = useText(boardText)
  const language = useSystem((system) => system.lang)
  const devices = useQuery(readList(deviceEndpoints.listDevices, { query: { limit: 500 } }))
  const deviceId = Form.useWatch<string | undefined>('deviceId')
  const runtime = Form.useWatch<InferenceRuntime | undefined>('runtime') ?? 'onnxruntime'
  const device = devices.data?.items.find(({ id }) => id === deviceId)
  const installed = device?.facts?.runtimes
  const isThere = (name: InferenceRuntime) => installed?.some((one) => one.name === name) === true
  const nameOf = (name: InferenceRuntime) => localize(boardRuntimes[name], language)
  const missing = installed !== undefined && !isThere(runtime)
  return (
    <>
      <Form.Item
        name="deviceId"
        label={t('device')}
        extra={device !== undefined && device.status !== 'online' && t('offlineHint')}
        {...(devices.error === null ? {} : { validateStatus: 'error' as const, help: t('devicesFailed') })}
        rules={[required(t('deviceMissing'))]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={devices.isPending}
          placeholder={t('deviceMissing')}
          notFoundContent={t('noDevices')}
          options={(devices.data?.items.toSorted(byStatus) ?? []).map(({ id, name, facts }) => ({
            value: id,
            label: facts === null ? name : `${name} · ${facts.model || facts.architecture}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="runtime"
        label={t('runtime')}
        extra={missing && t('runtimeNotThere', { runtime: nameOf(runtime) })}
        rules={[required(t('runtimeMissing'))]}
      >
        <Select
          options={inferenceRuntimes.map((value) => ({
            value,
            label: isThere(value) ? t('runtimeThere', { name: nameOf(value) }) : nameOf(value),
          }))}
        />
      </Form.Item>
      {!onnxRuntimes.has(runtime) && (
        <Form.Item
          name="modelFile"
          label={t('modelFile')}
          extra={t('modelFileHint')}
          required
          rules={[rule(taskPath, t('modelFileMissing'))]}
        >
          <Input maxLength={500} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
    </>
  )
}
