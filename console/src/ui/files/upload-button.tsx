import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import Button from 'antd/es/button'
import { Menu } from '../menu/menu.tsx'

interface UploadButtonProps {
  words: { upload: string; files: string; folder: string }
  onChoose: (isFolder: boolean) => void
}

export function UploadButton({ words, onChoose }: UploadButtonProps) {
  return (
    <Menu
      label={words.upload}
      actions={[
        { key: 'files', words: words.files, run: () => onChoose(false) },
        { key: 'folder', words: words.folder, run: () => onChoose(true) },
      ]}
    >
      {(button) => (
        <Button {...button} type="primary" icon={<UploadOutlined aria-hidden />}>
          {words.upload}
        </Button>
      )}
    </Menu>
  )
}
