import { say } from '@vermilion/contract/kernel/text'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDuration, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Facts } from '#ui/page/page.tsx'
import { DatasetLink, SpaceLink } from '#ui/page/thing-links.tsx'
import styles from '../tasks.module.css'
import { detailText } from './text.ts'
import { text } from '../text.ts'

export function ConfigurationPanel({ task }: { task: Task }) {
  const t = useText(text)
  const details = useText(detailText)
  const { accelerator, resources, restarts, dataSources, environment, secretNames } = task
  const parameterName = useParameterNames(task.image)
  const { seed: ownSeed, ...parameters } = task.parameters
  const seed = task.seed ?? ownSeed
  const variables = [
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...secretNames.map((name) => `${name}=••••`),
  ]
  return (
    <details className={`${styles['folded']} panel margin-bottom-16`}>
      <summary className="weight-600 cursor-pointer">{details('configuration')}</summary>
      <Facts
        facts={[
          [t('image'), task.image],
          [t('imageAddress'), <code key="address">{task.imageAddress}</code>],
          [t('framework'), task.framework],
          [t('pool'), task.poolName],
          [t('priority'), task.priority],
          [
            t('accelerator'),
            accelerator.count === 0 ? t('acceleratorNone') : `${accelerator.type} × ${accelerator.count}`,
          ],
          [t('cpu'), resources.cpu ?? t('unlimited')],
          [t('memory'), resources.memoryBytes === null ? t('unlimited') : formatSize(resources.memoryBytes)],
          [details('instanceCount'), task.instances.map(({ role, count }) => `${role} × ${count}`).join(', ')],
          [
            t('timeLimit'),
            task.timeLimitSeconds === null ? t('unlimited') : formatDuration(task.timeLimitSeconds * 1_000),
          ],
          [
            details('restartLimit'),
            restarts.limit === 0
              ? details('noRestarts')
              : details('restartsAfter', { limit: restarts.limit, seconds: restarts.backoffSeconds }),
          ],
          [t('seed'), seed === undefined ? details('noSeed') : String(seed)],
          ...Object.entries(parameters).map(([name, value]) => [parameterName(name), String(value)] as const),
          [t('outputPath'), <code key="output">{task.outputPath}</code>],
        ]}
      />
      <h3 className={`${styles['subtitle']} faint weight-400`}>{t('data')}</h3>
      <Facts
        facts={dataSources.flatMap((source): (readonly [string, ReactNode])[] => [
          [details(`data-${source.kind}`), <DataLink key={source.id} source={source} />],
          [t('mountPath'), <code key={`${source.id} mount`}>{source.mountPath}</code>],
        ])}
      />
      <h3 className={`${styles['subtitle']} faint weight-400`}>{t('command')}</h3>
      <pre className="padding-12-14 border radius-8 ground-quaternary font-13 line-height-1_6 white-space-pre-wrap margin-0 break-anywhere">
        {task.command.join(' ')}
      </pre>
      {variables.length > 0 && (
        <>
          <h3 className={`${styles['subtitle']} faint weight-400`}>{t('environment')}</h3>
          <pre className="padding-12-14 border radius-8 ground-quaternary font-13 line-height-1_6 white-space-pre-wrap margin-0 break-anywhere">
            {variables.join('\n')}
          </pre>
        </>
      )}
    </details>
  )
}

function DataLink({ source: { kind, id, name } }: { source: Task['dataSources'][number] }) {
  if (kind === 'dataset') {
    return <DatasetLink id={id}>{name}</DatasetLink>
  }
  if (kind === 'space') {
    return <SpaceLink id={id}>{name}</SpaceLink>
  }
  return <code>{name}</code>
}

function useParameterNames(image: string): (name: string) => string {
  const language = useSystem((system) => system.lang)
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const parameters = images.data?.find(({ name }) => name === image)?.parameters
  return (name) => {
    const label = parameters?.[name]?.label
    return label === undefined ? name : say(label, language)
  }
}
