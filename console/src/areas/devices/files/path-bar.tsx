import { deviceChild, displayName } from '@vermilion/contract/devices/file-paths'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './files.module.css'
import { filesText } from './text.ts'

interface PathBarProps {
  /** Absolute. */
  path: string
  onGo: (path: string) => void
  children: ReactNode
}

export function PathBar({ path, onGo, children }: PathBarProps) {
  const t = useText(filesText)
  const names = path.split('/').filter((name) => name !== '')
  const paths = names.map((_, index) => names.slice(0, index + 1).reduce(deviceChild, '/'))
  return (
    <div className="wrapping-row rigid gap-4-14 min-height-28 margin-bottom-8">
      <nav className={`${styles['trail']} wrapping-row gap-2`} aria-label={t('path')}>
        {names.length === 0 ? (
          <span className="padding-2-6 weight-550" aria-current="location">
            /
          </span>
        ) : (
          <button
            className="quiet-button radius-4 text-link padding-2-6 hover-ground-tertiary"
            type="button"
            aria-label={t('root')}
            onClick={() => onGo('/')}
          >
            /
          </button>
        )}
        {names.map((name, index) =>
          index === names.length - 1 ? (
            <span className="padding-2-6 weight-550" key={paths[index]} aria-current="location">
              {visibleName(displayName(name))}
            </span>
          ) : (
            <button
              className="quiet-button radius-4 text-link padding-2-6 hover-ground-tertiary"
              key={paths[index]}
              type="button"
              onClick={() => onGo(paths[index] ?? '/')}
            >
              {visibleName(displayName(name))}
            </button>
          ),
        )}
      </nav>
      <span className="faint push-right tabular">{children}</span>
    </div>
  )
}
