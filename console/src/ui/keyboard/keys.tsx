import { Fragment } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import styles from './keys.module.css'

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const mac = navigator.platform.startsWith('Mac')

/** The readable keys of a combination: `Ctrl+Shift+z` is Ctrl, Shift, Z, and the sequence `g s` is G, S. */
export function namesOfKeys(combination: string): string[] {
  return combination
    .split(/ |\+(?=.)/)
    .map((key) => (mac && key === 'Ctrl' ? '⌘' : (names[key] ?? (key.length === 1 ? key.toUpperCase() : key))))
}

/** Keys pressed together are side by side; a word separates keys pressed in sequence. */
export function Keys({ combination }: { combination: string }) {
  const t = useText(text)
  return (
    <span className={`${styles['keys']} inline-row gap-4 nowrap`}>
      {combination.split(' ').map((chord, index) => (
        <Fragment key={chord}>
          {index > 0 && <small className="font-12">{t('thenKey')}</small>}
          {namesOfKeys(chord).map((key) => (
            <kbd
              className="padding-0-4 border-strong radius-4 ground-panel text-secondary font-11 line-height-18 text-center"
              key={key}
            >
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
