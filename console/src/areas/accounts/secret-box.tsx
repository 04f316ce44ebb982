import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import styles from './account.module.css'
import { useFirstFocus } from './use-first-focus.ts'

interface SecretBoxProps {
  title: string
  words: string
  /** On the button that puts it away. */
  done: string
  onDone: () => void
  children: ReactNode
}

/** Something secret, once. The focus comes here, so that it is seen and read out; another one needs another key. */
export function SecretBox({ title, words, done, onDone, children }: SecretBoxProps) {
  const box = useRef<HTMLElement>(null)
  useFirstFocus(box)
  return (
    <section ref={box} className={styles['secret']} tabIndex={-1} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p>{words}</p>
      </div>
      {children}
      <div>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </section>
  )
}

/** A line to be copied. */
export function SecretLine({ content, label }: { content: string; label: string }) {
  return (
    <div className={styles['copied']}>
      <code>{content}</code>
      <CopyButton content={content} label={label} />
    </div>
  )
}
