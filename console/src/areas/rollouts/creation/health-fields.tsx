import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { creationText } from './text.ts'
import { healthKinds, type HealthKind } from './typed-rollout.ts'

const names = {
  none: 'healthNone',
  command: 'healthCommand',
  'http-device': 'healthHttpDevice',
  'http-server': 'healthHttpServer',
} as const satisfies Record<HealthKind, keyof typeof creationText.en>

export function HealthFields({ health }: { health: HealthKind }) {
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
          rules={[{ required: true, whitespace: true, message: t('commandMissing') }]}
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
