import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import type { SpaceFile } from '@vermilion/contract/files'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { State } from '#ui/states.tsx'
import { downloadOf } from './addresses.ts'
import { FileFacts } from './file-facts.tsx'
import styles from './preview.module.css'
import { text } from './text.ts'

const TextViewer = lazyPart(async () => (await import('./text-viewer.tsx')).TextViewer)

interface NotShownProps {
  file: SpaceFile
  title: string
  words?: string | undefined
  children?: ReactNode
}

/** Why a file is not shown, and the way to have it nevertheless. */
export function NotShown({ file, title, words, children }: NotShownProps) {
  const t = useText(text)
  return (
    <div className={styles['not-shown']}>
      <State title={title} words={words} picture={<FileOutlined className={styles['file']} aria-hidden />}>
        <Button type="primary" href={downloadOf(file)} download={file.name} icon={<DownloadOutlined aria-hidden />}>
          {t('download')}
        </Button>
        {children}
      </State>
      <FileFacts file={file} />
    </div>
  )
}

/** A file of a kind that nothing shows. */
export function NoViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const [asText, setAsText] = useState(false)
  if (asText) return <TextViewer file={file} />
  return (
    <NotShown file={file} title={t('noViewer')}>
      <Button onClick={() => setAsText(true)} icon={<FileTextOutlined aria-hidden />}>
        {t('asText')}
      </Button>
    </NotShown>
  )
}
