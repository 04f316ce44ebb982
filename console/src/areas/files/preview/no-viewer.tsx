import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import type { SpaceFile } from '@vermilion/contract/files'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { NotPreviewed } from './not-previewed.tsx'
import { text } from './text.ts'

const TextViewer = lazyPart(async () => (await import('./text-viewer/text-viewer.tsx')).TextViewer)

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
