import { sampleCreate, type SampleCreate, sampleEndpoints } from '@vermilion/contract/samples'
import type { Space } from '@vermilion/contract/spaces'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Switch from 'antd/es/switch'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { rule } from '#ui/form/rules.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { text } from './text.ts'

interface LoadSampleProps {
  open: boolean
  onClose: () => void
  onCreated: (space: Space) => void
}

export function LoadSample({ open, onClose, onCreated }: LoadSampleProps) {
  const t = useText(text)
  const { name, count, width, height, seed } = sampleCreate.shape
  return (
    <FormDrawer<SampleCreate, Space>
      draft="sample"
      open={open}
      title={t('sample')}
      action={t('sampleAction')}
      failure={t('sampleFailed')}
      initial={{ name: 'sample', count: 200, width: 640, height: 480, seed: 1, labeled: true }}
      submit={(body) => call(sampleEndpoints.createSample, { body })}
      fieldOf={{ 'space.name-taken': 'name', 'space.path-taken': 'name', 'dataset.name-taken': 'name' }}
      onClose={onClose}
      onDone={(space) => {
        notify.success(t('sampleStarted'))
        void refresh('/spaces', '/datasets')
        onCreated(space)
      }}
    >
      <p className="text-secondary margin-bottom-20">{t('sampleWords')}</p>
      <Form.Item name="name" label={t('sampleName')} required rules={[rule(name, t('sampleNameMissing'))]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="count" label={t('sampleCount')} required rules={[rule(count, t('sampleCountRule'))]}>
        <NumberInput integer />
      </Form.Item>
      <div className="grid columns-2-loose gap-0-14">
        <Form.Item name="width" label={t('sampleWidth')} required rules={[rule(width, t('sampleSizeRule'))]}>
          <NumberInput step={16} integer />
        </Form.Item>
        <Form.Item name="height" label={t('sampleHeight')} required rules={[rule(height, t('sampleSizeRule'))]}>
          <NumberInput step={16} integer />
        </Form.Item>
      </div>
      <Form.Item
        name="seed"
        label={t('sampleSeed')}
        required
        extra={t('sampleSeedHint')}
        rules={[rule(seed, t('sampleSeedRule'))]}
      >
        <NumberInput integer />
      </Form.Item>
      <Form.Item name="labeled" label={t('sampleLabeled')} valuePropName="checked" layout="horizontal" colon={false}>
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}
