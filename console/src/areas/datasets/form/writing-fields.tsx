import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'

export function GuidelinesField() {
  const t = useText(text)
  return (
    <Form.Item name="guidelines" label={t('guidelines')} extra={t('guidelinesHint')}>
      <TextArea autoSize={{ minRows: 2, maxRows: 12 }} maxLength={10_000} />
    </Form.Item>
  )
}

/** Both or neither must be set. */
export function AutoLabelFields() {
  const t = useText(text)
  const both = (other: string, message: string) => ({
    dependencies: [other],
    rules: [
      (form: { getFieldValue: (name: string) => unknown }) => ({
        validator: (_: unknown, value = '') =>
          value.trim() === '' && String(form.getFieldValue(other) ?? '').trim() !== ''
            ? Promise.reject(new Error(message))
            : Promise.resolve(),
      }),
    ],
  })
  return (
    <>
      <Form.Item
        name="modelName"
        label={t('modelName')}
        extra={t('autoLabelHint')}
        {...both('prompt', t('modelNameMissing'))}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="prompt" label={t('prompt')} {...both('modelName', t('promptMissing'))}>
        <TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2_000} />
      </Form.Item>
    </>
  )
}
