import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { fileEndpoints } from '@vermilion/contract/files'
import { type ReactNode, useState } from 'react'
import { addressOf } from '#lib/api.ts'
import styles from './covers.module.css'

interface CoversProps {
  files: readonly string[] | undefined
  pictures?: readonly string[] | undefined
  icon?: ReactNode
  kind: 'row' | 'card'
}

export function Covers({ files = [], pictures, icon = <PictureOutlined />, kind }: CoversProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const all = pictures ?? files.map((fileId) => addressOf(fileEndpoints.fileThumbnail, { params: { fileId } }))
  const sources = all.filter((source) => !failed.has(source))
  return (
    <span className={styles[kind]} data-count={sources.length} aria-hidden>
      {sources.length === 0 && icon}
      {sources.map((source) => (
        <img
          key={source}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(new Set([...failed, source]))}
        />
      ))}
    </span>
  )
}
