import Modal from 'antd/es/modal'
import { type ReactNode, useId, useState } from 'react'
import { create } from 'zustand'
import { session } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from './problem.ts'
import { text } from './text.ts'

interface Question {
  title: string
  /** What will be lost, by name and number. */
  body: ReactNode
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** Says above the reason that it failed: "Failed to delete the data space". */
  failure?: string
  /** What stays instead, on the other button; "Cancel" when not given. */
  decline?: string
  /** Done on yes; the question stays open while it runs, and says so when it fails. */
  run: () => Promise<unknown> | void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))
session.onForget(() => useQuestion.setState({ question: null }))

/** Asks before something that cannot be undone. */
export function confirm(question: Question): void {
  useQuestion.setState({ question })
}

/** Where `confirm` asks; one stands in the shell. */
export function ConfirmHost() {
  const t = useText(text)
  const question = useQuestion((state) => state.question)
  const [shown, setShown] = useState<Question | null>(null)
  const decline = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // The words stay while the dialog fades out.
  if (question !== null && question !== shown) {
    setShown(question)
    setProblem(null)
  }
  const close = () => useQuestion.setState({ question: null })
  const agree = async () => {
    setBusy(true)
    try {
      await question?.run()
      if (useQuestion.getState().question === question) close()
    } catch (caught) {
      setProblem(problemWords(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={question !== null}
      title={shown?.title}
      okText={shown?.action}
      cancelText={shown?.decline ?? t('cancel')}
      okButtonProps={{ danger: shown?.danger ?? false }}
      cancelButtonProps={{ id: decline }}
      // Not by autoFocus: the dialog would find the focus in itself already, and not know where to give it back to.
      afterOpenChange={(open) => open && document.getElementById(decline)?.focus()}
      confirmLoading={busy}
      onOk={() => void agree()}
      onCancel={close}
      width={440}
      centered
      zIndex={1200}
    >
      {shown?.body}
      {problem !== null && (
        <p role="alert" style={{ color: 'var(--ant-color-error)', marginTop: 12 }}>
          {shown?.failure !== undefined && <strong style={{ display: 'block' }}>{shown.failure}</strong>}
          {problem}
        </p>
      )}
    </Modal>
  )
}
