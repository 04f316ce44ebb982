import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { fileEndpoints } from '@vermilion/contract/files'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import styles from './covers.module.css'

interface CoversProps {
  /** Files whose thumbnails stand for what is inside; undefined while that is not known. */
  files: readonly string[] | undefined
  kind: 'row' | 'card'
}

/** Pictures of what is inside: a few beside a name in a row, more as the head of a card. */
export function Covers({ files = [], kind }: CoversProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const pictures = files.filter((fileId) => !failed.has(fileId))
  return (
    <span className={styles[kind]} data-count={pictures.length} aria-hidden>
      {pictures.length === 0 && <PictureOutlined />}
      {pictures.map((fileId) => (
        <img
          key={fileId}
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(new Set([...failed, fileId]))}
        />
      ))}
    </span>
  )
}
