import type { Task } from '@vermilion/contract/tasks'
import { type ComponentType, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { panelId, TabBar, tabId } from '#ui/page/tab-bar.tsx'
import { CloudReport } from './cloud-report.tsx'
import styles from './report.module.css'
import { text } from '../text.ts'

const BoardReport = lazyPart(async () => (await import('./board-report.tsx')).BoardReport)

const bodies: Record<'cloud' | 'board', ComponentType<{ task: Task }>> = { cloud: CloudReport, board: BoardReport }
type Tab = keyof typeof bodies

const id = 'inference-report'

/** What a model found: run here, in the cloud, and on a board. */
export function InferenceReport({ task }: { task: Task }) {
  const t = useText(text)
  const [tab, setTab] = useState<Tab>('cloud')
  const Body = bodies[tab]
  const tabs = (['cloud', 'board'] as const).map((key) => ({ key, words: t(`${key}Tab`) }))
  return (
    <div className={styles['tabs']}>
      <TabBar id={id} label={t('reportTabs')} tabs={tabs} active={tab} onTab={setTab} />
      <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, tab)} className={styles['panel']}>
        <Body task={task} />
      </div>
    </div>
  )
}
