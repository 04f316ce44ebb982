import Form from 'antd/es/form'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

/** A data space, or a folder of it; `at` is the place of the data source in the form's list. */
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
