import Modal from 'antd/es/modal'
import { useId, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '../feedback/notify.tsx'
import { type Question, useQuestion } from './confirm.ts'
import { problemWords } from '../feedback/problem.ts'
import { text } from '../text.ts'

export function QuestionDialog() {
  const t = useText(text)
  const question = useQuestion((state) => state.question)
  const [displayed, setShown] = useState<Question | null>(null)
  const decline = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // The text stays while the dialog fades out.
  if (question !== null && question !== displayed) {
    setShown(question)
    setProblem(null)
  }
  const close = () => useQuestion.setState({ question: null })
  const agree = async () => {
    setBusy(true)
    try {
      await question?.run()
      if (question?.done !== undefined) notify.success(question.done)
      if (question?.stale !== undefined) void refresh(...question.stale)
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
      title={displayed?.title}
      okText={displayed?.action}
      cancelText={displayed?.decline ?? t('cancel')}
      okButtonProps={{ danger: displayed?.danger ?? false }}
      cancelButtonProps={{ id: decline }}
      // With autoFocus, the dialog would already find the focus inside, and not know where to return it.
      afterOpenChange={(open) => open && document.getElementById(decline)?.focus()}
      confirmLoading={busy}
      onOk={() => void agree()}
      onCancel={close}
      width={440}
      centered
      zIndex={1200}
    >
      {displayed?.body}
      {problem !== null && (
        <p role="alert" style={{ color: 'var(--ant-color-error)', marginTop: 12 }}>
          {displayed?.failure !== undefined && <strong style={{ display: 'block' }}>{displayed.failure}</strong>}
          {problem}
        </p>
      )}
    </Modal>
  )
}
