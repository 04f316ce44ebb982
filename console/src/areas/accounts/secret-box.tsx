import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import styles from './account.module.css'
import { useFirstFocus } from './use-first-focus.ts'

interface SecretBoxProps {
  title: string
  words: string
  done: string
  onDone: () => void
  children: ReactNode
}

/** Shows a secret once. It takes the focus, so that it is noticed and read out; another secret needs another key. */
export function SecretBox({ title, words, done, onDone, children }: SecretBoxProps) {
  const box = useRef<HTMLElement>(null)
  useFirstFocus(box)
  return (
    <section
      ref={box}
      className={`${styles['secret']} stack gap-12 margin-bottom-20 radius-8`}
      tabIndex={-1}
      aria-label={title}
    >
      <div>
        <h3 className="heading">{title}</h3>
        <p>{words}</p>
      </div>
      {children}
      <div>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </section>
  )
}

export function SecretLine({ content, label }: { content: string; label: string }) {
  return (
    <div className={`${styles['copied']} grid columns-1-auto gap-8 align-start`}>
      <code className="padding-6-12 border radius-8 ground-panel font-13 line-height-20 break-anywhere">{content}</code>
      <CopyButton content={content} label={label} />
    </div>
  )
}
