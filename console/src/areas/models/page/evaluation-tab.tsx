import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState, QueryState, State } from '#ui/feedback/states.tsx'
import { partText } from '../report/part-text.ts'
import { CloudReport } from '../report/cloud-report.tsx'
import { InferenceReport } from '../report/inference-report.tsx'
import { text as reportText } from '../report/text.ts'
import styles from './page.module.css'
import { pageText } from './text.ts'
import { type ModelEvaluation, useEvaluations } from './use-evaluations.ts'

export function EvaluationTab({ modelId, onRun }: { modelId: string; onRun: () => void }) {
  const t = useText(pageText)
  const texts = useText(partText)
  const named = useText(reportText)
  const { evaluations, latest, problem, retry } = useEvaluations(modelId)
  const [selected, setSelected] = useState<string>()
  if (problem !== null) return <ProblemState problem={problem} onRetry={retry} />
  if (evaluations === undefined) return <Bone height={320} />
  const current = evaluations.find(({ taskId }) => taskId === selected) ?? latest
  if (current === undefined) {
    return (
      <State title={t('noEvaluation')} text={t('next-unmeasured')}>
        <Button type="primary" onClick={onRun}>
          {t('measure')}
        </Button>
      </State>
    )
  }
  const wordsOf = ({ name, figure, value, part, images }: ModelEvaluation) =>
    `${name} · ${named(figure)} ${formatMeasure(value)} ${texts(`on${part === null ? '' : (`-${part}` as const)}`, { count: images })}`
  return (
    <div className={`${styles['evaluation']} stack relative grow min-height-0`}>
      <div className={`${styles['chooser']} wrapping-row gap-8-16`}>
        <Select
          aria-label={t('tab-evaluation')}
          value={current.taskId}
          onChange={setSelected}
          popupMatchSelectWidth={false}
          options={evaluations.map((one) => ({ value: one.taskId, label: wordsOf(one) }))}
        />
        <Link to="/compute/taskdetail/$id" params={{ id: current.taskId }} search={{ tab: 'report' }}>
          {t('toReport')}
        </Link>
      </div>
      <EvaluationReport key={current.taskId} taskId={current.taskId} />
    </div>
  )
}

function EvaluationReport({ taskId }: { taskId: string }) {
  const task = useQuery(read(taskEndpoints.getTask, { params: { taskId } }))
  if (task.data === undefined) return <QueryState query={task} height={320} />
  return task.data.kind === 'board-inference' ? <InferenceReport task={task.data} /> : <CloudReport task={task.data} />
}
