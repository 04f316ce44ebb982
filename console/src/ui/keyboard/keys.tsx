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

export function Keys({ combination }: { combination: string }) {
  return (
    <span className={styles['keys']}>
      {namesOfKeys(combination).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
