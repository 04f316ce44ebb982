import Form from 'antd/es/form'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

/** A data space or one of its folders; `at` is the index in the form's data sources. */
export function SpaceFields({ at }: { at: number }) {
  const t = useText(text)
  const spaceId = Form.useWatch<string | undefined>(['dataSources', at, 'id'])
  return (
    <>
      <Form.Item name={[at, 'id']} label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name={[at, 'folder']} label={t('spaceFolder')}>
        <FolderField spaceId={spaceId} />
      </Form.Item>
    </>
  )
}
