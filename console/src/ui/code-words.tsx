import { CopyIcon } from './clipboard/copy-icon.tsx'
import styles from './code-words.module.css'

interface CodeWordsProps {
  words: string
  /** Commands can be taken over from here. */
  copyable?: boolean
}

/** Words in which commands stand between backticks. */
export function CodeWords({ words, copyable = false }: CodeWordsProps) {
  const parts = words.split('`')
  // A command that is named before it is told whole is copied there.
  const isWhole = (part: string) => part.includes(' ') && !parts.some((one) => one !== part && one.startsWith(part))
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : copyable && isWhole(part) ? (
      <span key={index} className={styles['command']}>
        <code>{part}</code>
        <CopyIcon content={part} label={part} />
      </span>
    ) : (
      <code key={index} className={styles['code']}>
        {part}
      </code>
    ),
  )
}
