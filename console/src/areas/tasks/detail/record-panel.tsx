import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { isMissing, ProblemState } from '#ui/feedback/states.tsx'
import styles from '../tasks.module.css'
import { detailText } from './text.ts'

export function RecordPanel({ task }: { task: Task }) {
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
                <span title={checksum}>{checksum.slice(0, 12)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}
