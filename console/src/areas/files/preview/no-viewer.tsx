import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import type { SpaceFile } from '@vermilion/contract/files'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NotPreviewed } from './not-previewed.tsx'
import { text } from './text.ts'
import { TextViewer } from './text-viewer/text-viewer.tsx'

export function NoViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const [asText, setAsText] = useState(false)
  if (asText) return <TextViewer file={file} />
  return (
    <NotPreviewed file={file} title={t('noViewer')}>
      <Button onClick={() => setAsText(true)} icon={<FileTextOutlined aria-hidden />}>
        {t('asText')}
      </Button>
    </NotPreviewed>
  )
}
