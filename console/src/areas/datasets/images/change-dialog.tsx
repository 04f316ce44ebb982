import type { ItemChange } from '@vermilion/contract/datasets/changes'
import Modal from 'antd/es/modal'
import { type ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
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
  const { isBusy, problem, run } = useAttempt(async () => {
    if (change === null) return
    await onChange(change)
    onClose()
  })
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      okText={t('apply', { count })}
      okButtonProps={{ disabled: change === null }}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={run}
      onCancel={onClose}
    >
      <div className="stack gap-14">
        {children}
        {problem !== null && <p role="alert">{problemWords(problem)}</p>}
      </div>
    </Modal>
  )
}
