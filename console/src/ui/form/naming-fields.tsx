import { name, tags } from '@vermilion/contract/kernel/fields'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useText } from '#lib/i18n.ts'
import { rule } from './rules.ts'
import { TagsField } from './tags-field.tsx'
import { text } from '../text.ts'

export function NameField() {
  const t = useText(text)
  return (
    <Form.Item name="name" label={t('name')} required rules={[rule(name, t('nameMissing'))]}>
      <Input maxLength={100} />
    </Form.Item>
  )
}

export function AboutFields() {
  const t = useText(text)
  return (
    <>
      <Form.Item name="description" label={t('description')}>
        <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2_000} />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')} extra={t('tagsHint')} rules={[rule(tags, t('tagsInvalid'))]}>
        <TagsField />
      </Form.Item>
    </>
  )
}
