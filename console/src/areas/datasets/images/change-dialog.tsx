import type { ItemChange } from '@vermilion/contract/datasets/changes'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'
import type { BulkDialogProps } from './bulk-dialog.ts'

interface ChangeDialogProps extends Omit<BulkDialogProps, 'dataset'> {
  title: string
  change: ItemChange | null
  children: ReactNode
}

export function ChangeDialog({ title, count, change, onChange, onClose, children }: ChangeDialogProps) {
  const t = useText(text)
  useFocusBack()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (change === null) return
    setBusy(true)
    setProblem(null)
    try {
      await onChange(change)
      onClose()
    } catch (caught) {
      setProblem(problemWords(caught))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      okText={t('apply', { count })}
      okButtonProps={{ disabled: change === null }}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="stack gap-14">
        {children}
        {problem !== null && <p role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}
