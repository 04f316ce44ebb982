import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { deviceChild, typedName } from '@vermilion/contract/devices/file-paths'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { requiredText } from '#ui/form/rules.ts'
import { filesText } from './text.ts'

interface NewFolderProps {
  deviceId: string
  folder: string
  onClose: () => void
}

export function NewFolder({ deviceId, folder, onClose }: NewFolderProps) {
  const t = useText(filesText)
  return (
    <FormDrawer<{ name: string }, unknown>
      open
      title={t('newFolder')}
      action={t('create')}
      failure={t('createFailed')}
      initial={{ name: '' }}
      submit={({ name }) =>
        call(deviceFileEndpoints.createDeviceFolder, {
          params: { deviceId },
          body: { path: deviceChild(folder, typedName(name.trim())) },
        })
      }
      onClose={onClose}
      onDone={() => {
        void refresh('/devices')
        onClose()
      }}
    >
      <Form.Item name="name" label={t('folderName')} rules={[requiredText(t('folderName'))]}>
        <Input maxLength={255} spellCheck={false} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}
