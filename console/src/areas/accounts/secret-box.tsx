import Button from 'antd/es/button'
import { type ReactNode, useRef, type RefObject, useEffect } from 'react'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import styles from './account.module.css'

interface SecretBoxProps {
  title: string
  text: string
  done: string
  onDone: () => void
  children: ReactNode
}

/** Shows a secret once. It takes the focus, so that it is noticed and read out; another secret needs another key. */
export function SecretBox({ title, text, done, onDone, children }: SecretBoxProps) {
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
        <p>{text}</p>
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

/** Milliseconds until a closed dialog is removed. */
const fadingTime = 400

/** An element in a new dialog is focused after the dialog above has closed, which until then holds the focus. */
function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const onFocus = ({ target }: FocusEvent) => {
      const isElsewhere = target instanceof Element && !box.contains(target) && target.closest('[role=dialog]') === null
      if (isElsewhere) box.focus()
    }
    const untilAction = new AbortController()
    // An action of the user moves the focus where it belongs.
    const end = () => untilAction.abort()
    const options = { capture: true, signal: untilAction.signal }
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('pointerdown', end, options)
    document.addEventListener('keydown', end, options)
    box.focus()
    // A dialog whose opener is gone returns the focus to nothing.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) box.focus()
      // Screen readers move the focus without a key, so it is held only as long as the dialog closes.
      end()
    }, fadingTime)
    untilAction.signal.addEventListener('abort', () => clearTimeout(timer))
    return end
  }, [element])
}
