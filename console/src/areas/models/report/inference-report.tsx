import { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { boardText } from '../board/text.ts'
import { CloudReport } from './cloud-report.tsx'
import styles from './report.module.css'
import { text } from './text.ts'

const BoardReport = lazyPart(async () => (await import('../board/board-report.tsx')).BoardReport)

type Tab = 'cloud' | 'board'
const bodies: Record<Tab, ComponentType<{ task: Task }>> = { cloud: CloudTab, board: BoardReport }

const id = 'inference-report'

export function InferenceReport({ task }: { task: Task }) {
  const t = useText(text)
  const [tab, setTab] = useState<Tab>(task.kind === 'board-inference' ? 'board' : 'cloud')
  const Body = bodies[tab]
  const tabs = (['cloud', 'board'] as const).map((key) => ({ key, text: t(`${key}Tab`) }))
  return (
    <div className={`${styles['tabs']} stack relative grow gap-16 min-height-0`}>
      <TabBar id={id} label={t('reportTabs')} tabs={tabs} active={tab} onTab={setTab} />
      <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, tab)} className="stack grow min-height-0">
        <Body task={task} />
      </div>
    </div>
  )
}

function CloudTab({ task }: { task: Task }) {
  return task.kind === 'board-inference' ? <Counterpart taskId={task.id} /> : <CloudReport task={task} />
}

function Counterpart({ taskId }: { taskId: string }) {
  const t = useText(boardText)
  const inference = useQuery(read(boardInferenceEndpoints.getBoardInference, { params: { taskId } }))
  const cloudTaskId = inference.data?.cloudTaskId ?? ''
  const cloud = useQuery({
    ...read(taskEndpoints.getTask, { params: { taskId: cloudTaskId } }),
    enabled: cloudTaskId !== '',
  })
  const problem = inference.error ?? cloud.error
  if (cloud.data !== undefined) return <CloudReport key={cloudTaskId} task={cloud.data} />
  if (problem !== null) return <ProblemState problem={problem} onRetry={() => void inference.refetch()} />
  if (inference.data?.cloudTaskId === null) return <State title={t('noCloud')} text={t('noCloudWords')} />
  return <Bone height={320} />
}
