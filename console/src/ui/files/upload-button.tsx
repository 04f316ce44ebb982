import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import Button from 'antd/es/button'
import { Menu } from '../menu/menu.tsx'

interface UploadButtonProps {
  text: { upload: string; files: string; folder: string }
  onChoose: (isFolder: boolean) => void
}

export function UploadButton({ text, onChoose }: UploadButtonProps) {
  return (
    <Menu
      label={text.upload}
      actions={[
        { key: 'files', text: text.files, run: () => onChoose(false) },
        { key: 'folder', text: text.folder, run: () => onChoose(true) },
      ]}
    >
      {(button) => (
        <Button {...button} type="primary" icon={<UploadOutlined aria-hidden />}>
          {text.upload}
        </Button>
      )}
    </Menu>
  )
}
