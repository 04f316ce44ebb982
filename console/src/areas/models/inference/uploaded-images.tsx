import Form from 'antd/es/form'
import { leftToUpload, UploadField, type UploadPlace } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { sourceText } from './source-text.ts'

export function UploadedImages() {
  const t = useText(sourceText)
  const hasArrived = async (_: unknown, destination: UploadPlace | undefined) => {
    const count = destination === undefined ? 0 : await leftToUpload(destination)
    if (count > 0) throw new Error(t('uploadGoesOn', { count }))
  }
  return (
    <Form.Item
      name="uploaded"
      label={t('sourceUpload')}
      rules={[
        { required: true, message: t('uploadMissing') },
        { validator: hasArrived, validateTrigger: 'onSubmit' },
      ]}
    >
      <UploadField />
    </Form.Item>
  )
}
