import Form from 'antd/es/form'
import { FileField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { addText } from './text.ts'

export function SpaceFile() {
  const t = useText(addText)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="fileId" label={t('file')} rules={[{ required: true, message: t('fileMissing') }]}>
        <FileField spaceId={spaceId} kinds={['other']} />
      </Form.Item>
    </>
  )
}
