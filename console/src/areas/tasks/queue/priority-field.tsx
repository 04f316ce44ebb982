import { taskPriority } from '@vermilion/contract/tasks/creation'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { text } from '../text.ts'

export function PriorityField() {
  const t = useText(text)
  return (
    <Form.Item
      name="priority"
      label={t('priority')}
      extra={t('priorityHint')}
      required
      rules={[rule(taskPriority, t('priorityRule'))]}
    >
      <NumberInput min={0} max={100} integer />
    </Form.Item>
  )
}
