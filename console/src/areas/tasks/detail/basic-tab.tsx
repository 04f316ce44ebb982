import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { ConfigurationPanel } from './configuration-panel.tsx'
import { TaskDuration, TaskStatus } from '../task-status.tsx'
import { detailText } from './text.ts'
import { text } from '../text.ts'
import { ModelDownload } from './model-download.tsx'
import { StoredModelNote } from './stored-model-note.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { isMissing, ProblemState } from '#ui/feedback/states.tsx'
import styles from '../tasks.module.css'

export function BasicTab({ task }: { task: Task }) {
  const t = useText(text)
  const details = useText(detailText)
  const model: (readonly [string, ReactNode])[] =
    task.kind === 'training' || task.kind === 'fine-tuning'
      ? [
          [
            t('model'),
            task.modelId === null ? (
              task.status === 'success' ? (
                details('noModel')
              ) : (
                unknownValue
              )
            ) : (
              <Link key="model" to="/model/list/model/$id" params={{ id: task.modelId }}>
                {details('toModel')}
              </Link>
            ),
          ],
          [t('modelSize'), formatSize(task.modelSize)],
          [t('modelDownload'), <ModelDownload key="download" task={task} />],
        ]
      : []
  return (
    <>
      <Panel title={details('basic')}>
        <Facts
          facts={[
            [t('name'), task.name],
            [t('status'), <TaskStatus key="status" status={task.status} />],
            [t('kind'), t(task.kind)],
            [t('duration'), <TaskDuration key="duration" task={task} />],
            [t('created'), <Time key="created" time={task.createdAt} />],
            [details('started'), <Time key="started" time={task.startedAt} />],
            [t('ended'), <Time key="ended" time={task.endedAt} />],
            [t('creator'), task.creator],
            [t('restarts'), task.restartCount],
            ...model,
            [
              t('boardStatus'),
              task.boardStatus === null ? unknownValue : <TaskStatus key="board" status={task.boardStatus} />,
            ],
            [t('device'), task.deviceName ?? unknownValue],
            ...(task.retryOf === null
              ? []
              : [
                  [
                    details('retryOf'),
                    <Link key="retry" to="/compute/taskdetail/$id" params={{ id: task.retryOf }}>
                      {details('toEarlier')}
                    </Link>,
                  ] as const,
                ]),
          ]}
        />
      </Panel>
      {task.kind === 'training' && task.modelId !== null && <StoredModelNote modelId={task.modelId} />}
      <ConfigurationPanel task={task} />
      {task.startedAt !== null && <RecordPanel task={task} />}
    </>
  )
}

function RecordPanel({ task }: { task: Task }) {
  const details = useText(detailText)
  const record = useQuery(read(taskEndpoints.getTaskRecord, { params: { taskId: task.id } }))
  if (isMissing(record.error) || record.error?.error === 'task.not-begun') return null
  if (record.error !== null) return <ProblemState problem={record.error} onRetry={() => void record.refetch()} />
  if (record.data === undefined) return null
  const { imageDigest, version, dataSources, codeFiles } = record.data
  return (
    <Panel
      title={details('record')}
      extra={<CopyButton content={`${JSON.stringify(record.data, null, 2)}\n`} label={details('copyRecord')} />}
    >
      <p className="faint margin-bottom-12">{details('recordWords')}</p>
      <Facts
        facts={[
          [details('imageDigest'), <code key="digest">{imageDigest ?? unknownValue}</code>],
          [details('productVersion'), version],
          ...dataSources.map(
            ({ name, mountPath, checksum }) =>
              [details('contentOf', { name }), <code key={mountPath}>{checksum ?? unknownValue}</code>] as const,
          ),
        ]}
      />
      {codeFiles.length > 0 && (
        <details className="margin-top-14">
          <summary className="cursor-pointer">{details('codeFiles', { count: codeFiles.length })}</summary>
          <ul className={styles['files']}>
            {codeFiles.map(({ path, checksum }) => (
              <li className="row gap-16 min-height-34 border-bottom" key={path}>
                <code className="grow min-width-0 break-anywhere">{path}</code>
                <span className="text-tertiary tabular" title={checksum}>
                  {checksum.slice(0, 12)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}
