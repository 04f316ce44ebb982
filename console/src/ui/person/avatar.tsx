import { visibleName } from '#lib/visible-name.ts'
import { initialsOf } from './initials.ts'
import styles from './avatar.module.css'

const hues = ['blue', 'purple', 'cyan', 'green', 'magenta', 'gold', 'geekblue', 'orange'] as const

function hueOf(username: string): string {
  let sum = 0
  for (const letter of username.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hues[sum % hues.length] ?? hues[0]
}

export function Avatar({ username, size = 26 }: { username: string; size?: number }) {
  const color = `color-mix(in srgb, var(--ant-${hueOf(username)}) 26%, var(--ant-color-bg-container))`
  return (
    <span
      className="inline-grid rigid place-center round text-ink font-11 weight-600 line-height-1"
      style={{ width: size, height: size, background: color }}
      aria-hidden
      translate="no"
    >
      {initialsOf(username)}
    </span>
  )
}

interface PersonProps {
  username: string
  text?: string
  size?: number
}

export function Person({ username, text: label = visibleName(username), size = 22 }: PersonProps) {
  return (
    <span className={`${styles['person']} inline-row gap-8 min-width-0`}>
      <Avatar username={username} size={size} />
      <span>{label}</span>
    </span>
  )
}
