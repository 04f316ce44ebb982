import Modal from 'antd/es/modal'
import Button from 'antd/es/button'
import { useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { type BulkOutcome, doToEach } from './bulk-outcome.ts'
import type { BulkAction } from './bulk-action.ts'
import { bulkText } from './bulk-text.ts'
import { notify } from '../feedback/notify.tsx'
import { problemWords } from '../feedback/problem.ts'
import { ProgressBar } from '../feedback/progress.tsx'
import { text } from '../text.ts'

interface BulkDialogProps<Row> {
  action: BulkAction<Row>
  rows: readonly Row[]
  nameOf: (row: Row) => string
  onDone: (rows: readonly Row[]) => void
  onClose: () => void
}

const maxListed = 8

type Stage<Row> =
  | { name: 'asking' }
  | { name: 'doing'; finished: number; total: number }
  | ({ name: 'told'; total: number } & BulkOutcome<Row>)

export function BulkDialog<Row>({ action, rows, nameOf, onDone, onClose }: BulkDialogProps<Row>) {
  const t = useText(text)
  const bulk = useText(bulkText)
  const [stage, setStage] = useState<Stage<Row>>({ name: 'asking' })
  // The rows at the time of opening: the list behind the dialog goes on changing.
  const [requested] = useState(rows)
  const stopping = useRef(new AbortController())

  const start = async (some: readonly Row[]) => {
    stopping.current = new AbortController()
    const total = some.length
    setStage({ name: 'doing', finished: 0, total })
    const onProgress = (finished: number) => setStage({ name: 'doing', finished, total })
    const { done, failed } = await doToEach(some, action.run, { onProgress, signal: stopping.current.signal })
    onDone(done)
    if (failed.length > 0) {
      setStage({ name: 'told', total, done, failed })
      return
    }
    if (done.length > 0) notify.success(action.done(done.length))
    onClose()
  }

  const doing = stage.name === 'doing'
  const left = stage.name === 'told' ? stage.failed.map(({ row }) => row) : requested
  return (
    <Modal
      open
      centered
      width={460}
      title={action.title(requested)}
      closable={!doing}
      maskClosable={!doing}
      keyboard={!doing}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => (doing ? stopping.current.abort() : onClose())}>
            {doing ? bulk('bulkStop') : t(stage.name === 'told' ? 'close' : 'cancel')}
          </Button>
          <Button type="primary" danger={action.danger === true} loading={doing} onClick={() => void start(left)}>
            {stage.name === 'told' ? bulk('bulkRetry', { count: left.length }) : action.text}
          </Button>
        </>
      }
    >
      {stage.name === 'asking' && action.body(requested)}
      {stage.name === 'doing' && (
        <>
          <ProgressBar done={stage.finished} total={stage.total} label={action.text} />
          <p className="margin-top-6 text-secondary">
            {bulk('bulkDoing', { done: stage.finished, total: stage.total })}
          </p>
        </>
      )}
      {stage.name === 'told' && (
        <div role="alert">
          <p>{bulk('bulkPart', { done: stage.done.length, total: stage.total, failed: left.length })}</p>
          <ul className="stack gap-6" style={{ margin: '10px 0' }}>
            {stage.failed.slice(0, maxListed).map(({ row, problem }) => (
              <li key={nameOf(row)}>
                <strong>{nameOf(row)}</strong> {problemWords(problem)}
              </li>
            ))}
          </ul>
          {left.length > maxListed && (
            <p className="margin-top-6 text-secondary">{bulk('bulkMore', { count: left.length - maxListed })}</p>
          )}
        </div>
      )}
    </Modal>
  )
}
