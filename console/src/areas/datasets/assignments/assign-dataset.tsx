import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { PersonSelect } from '#areas/accounts'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { useAttempt } from '#ui/feedback/use-action.ts'
import type { DatasetPartProps } from '../dataset-part.ts'
import { dialogText } from './dialog-text.ts'

type Names = Pick<Dataset, 'assignee' | 'assignedReviewer'>

export function AssignDataset({ dataset, onClose }: DatasetPartProps) {
  const t = useText(dialogText)
  useFocusBack()
  const { id: datasetId, assignee, assignedReviewer } = dataset
  const [names, setNames] = useState<Names>({ assignee, assignedReviewer })
  const write = async (body: Names) => {
    await call(datasetEndpoints.updateDataset, { params: { datasetId }, body })
    await refresh('/datasets', '/assignments', '/items')
  }
  const { isBusy, problem, run } = useAttempt(async () => {
    await write(names)
    offerUndo(t('assigned', { name: dataset.name }), () => write({ assignee, assignedReviewer }))
    onClose()
  })
  const field = (name: keyof Names, label: string, hint: string) => (
    <div className="stack gap-6">
      <span className="note" aria-hidden>
        {label}
      </span>
      <PersonSelect
        label={label}
        placeholder={t('nobody')}
        value={names[name]}
        onChange={(username) => setNames({ ...names, [name]: username ?? null })}
      />
      <small className="faint">{hint}</small>
    </div>
  )
  return (
    <Modal
      open
      centered
      width={460}
      title={t('assignDataset', { name: dataset.name })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={run}
      onCancel={onClose}
    >
      <div className="stack gap-16">
        {field('assignee', t('assignee'), t('assigneeHint'))}
        {field('assignedReviewer', t('reviewer'), t('reviewerHint'))}
        {problem !== null && <p role="alert">{problemWords(problem)}</p>}
      </div>
    </Modal>
  )
}
