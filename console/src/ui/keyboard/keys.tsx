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

/** `Ctrl+Shift+z` as a person reads it: Ctrl, Shift, Z; `g s`, one after the other, as G, S. */
export function namesOfKeys(combination: string): string[] {
  return combination
    .split(/ |\+(?=.)/)
    .map((key) => (mac && key === 'Ctrl' ? '⌘' : (names[key] ?? (key.length === 1 ? key.toUpperCase() : key))))
}

/** Keys that are held together stand beside each other; between those that follow one another stands a word. */
export function Keys({ combination }: { combination: string }) {
  const t = useText(text)
  return (
    <span className={styles['keys']}>
      {combination.split(' ').map((chord, index) => (
        <Fragment key={chord}>
          {index > 0 && <small>{t('thenKey')}</small>}
          {namesOfKeys(chord).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
