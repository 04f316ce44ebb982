import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from './notify.tsx'
import { problemWords } from './problem.ts'
import { text } from '../text.ts'

export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  notify.offer((close) => <Offer text={text} undo={undo} onClose={close} />)
}

interface OfferProps {
  text: string
  undo: () => Promise<unknown>
  onClose: () => void
}

function Offer({ text: label, undo, onClose }: OfferProps) {
  const t = useText(text)
  const [busy, setBusy] = useState(false)
  const revert = async () => {
    setBusy(true)
    try {
      await undo()
      notify.success(t('undone'))
    } catch (problem) {
      notify.error(t('undoFailed', { reason: problemWords(problem) }))
    } finally {
      onClose()
    }
  }
  return (
    <span className="inline-row gap-6">
      {label}
      <Button size="small" type="link" loading={busy} onClick={() => void revert()}>
        {t('undo')}
      </Button>
    </span>
  )
}
