import type { Device } from '@vermilion/contract/devices'
import { type DeviceCommand, deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { useNavigate } from '@tanstack/react-router'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { requiredText } from '#ui/form/rules.ts'
import { commandText } from './text.ts'

interface TypedCommand {
  command: string
  timeoutSeconds: number
  concurrency: number
}

interface RunCommandProps {
  devices: readonly Pick<Device, 'id'>[]
  onClose: () => void
}

export function RunCommand({ devices, onClose }: RunCommandProps) {
  const t = useText(commandText)
  const navigate = useNavigate()
  const submit = (typed: TypedCommand) =>
    call(deviceCommandEndpoints.runDeviceCommand, {
      body: { ...typed, devices: { deviceIds: devices.map(({ id }) => id) } },
    })
  return (
    <FormDrawer<TypedCommand, DeviceCommand>
      draft="run-command"
      open
      width={560}
      title={t('runTitle', { count: devices.length })}
      action={t('runAction')}
      failure={t('runFailed')}
      initial={{ timeoutSeconds: 60, concurrency: 10 }}
      submit={submit}
      onClose={onClose}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: '/board/list/command/$id', params: { id } })
      }}
    >
      <Form.Item
        name="command"
        label={t('command')}
        extra={t('commandHint')}
        rules={[requiredText(t('commandMissing'))]}
      >
        <TextArea autoSize={{ minRows: 3, maxRows: 14 }} maxLength={10_000} spellCheck={false} className="code-font" />
      </Form.Item>
      <Form.Item name="timeoutSeconds" label={t('timeout')} rules={[{ required: true }]}>
        <NumberInput min={1} max={86_400} />
      </Form.Item>
      <Form.Item name="concurrency" label={t('concurrency')} rules={[{ required: true }]}>
        <NumberInput min={1} max={100} />
      </Form.Item>
    </FormDrawer>
  )
}
