import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import type { SpaceFile } from '@vermilion/contract/files'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { State } from '#ui/feedback/states.tsx'
import { downloadOf } from './addresses.ts'
import { FileFacts } from './file-facts.tsx'
import styles from './preview.module.css'
import { text } from './text.ts'

interface NotPreviewedProps {
  file: SpaceFile
  title: string
  text?: string | undefined
  children?: ReactNode
}

export function NotPreviewed({ file, title, text: label, children }: NotPreviewedProps) {
  const t = useText(text)
  return (
    <div className={`${styles['not-shown']} grid justify-items-center full-width padding-0-12 scroll`}>
      <State title={title} text={label} picture={<FileOutlined className="text-quaternary font-32" aria-hidden />}>
        <Button type="primary" href={downloadOf(file)} download={file.name} icon={<DownloadOutlined aria-hidden />}>
          {t('download')}
        </Button>
        {children}
      </State>
      <FileFacts file={file} />
    </div>
  )
}
