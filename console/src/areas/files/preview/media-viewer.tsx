import type { SpaceFile } from '@vermilion/contract/files'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { contentOf } from './addresses.ts'
import { NotPreviewed } from './not-previewed.tsx'
import styles from './preview.module.css'
import { text } from './text.ts'

export function MediaViewer({ file, kind }: { file: SpaceFile; kind: 'video' | 'audio' }) {
  const t = useText(text)
  const [state, setState] = useState<'plays' | 'sound' | 'fails'>('plays')
  if (state === 'fails') return <NotPreviewed file={file} title={t('notPlayed')} words={t('notPlayedWords')} />
  const shared = {
    src: contentOf(file),
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onError: () => setState('fails'),
  } as const
  // eslint-disable-next-line jsx-a11y/media-has-caption -- a stored recording has none
  if (kind === 'audio') return <audio className={styles['audio']} {...shared} />
  return (
    <figure className={`${styles['video']} full grid gap-8 justify-items-center padding-12-0 min-height-0`}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a stored recording has none */}
      <video
        {...shared}
        playsInline
        onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setState('sound')}
      />
      {state === 'sound' && <figcaption>{t('soundOnly')}</figcaption>}
    </figure>
  )
}
