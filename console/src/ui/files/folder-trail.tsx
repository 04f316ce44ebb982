import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './folder-trail.module.css'
import { text } from '../text.ts'

interface FolderTrailProps {
  folder: string
  renderLink: (folder: string, text: string) => ReactNode
}

export function FolderTrail({ folder, renderLink }: FolderTrailProps) {
  const t = useText(text)
  const names = folder === '' ? [] : folder.split('/')
  return (
    <nav className={`${styles['trail']} wrapping-row`} aria-label={t('folders')}>
      {folder === '' ? (
        <span aria-current="location">{t('allFiles')}</span>
      ) : (
        <span>{renderLink('', t('allFiles'))}</span>
      )}
      {names.map((name, index) => {
        const path = names.slice(0, index + 1).join('/')
        return index === names.length - 1 ? (
          <span key={path} aria-current="location">
            {name}
          </span>
        ) : (
          <span key={path}>{renderLink(path, name)}</span>
        )
      })}
    </nav>
  )
}
