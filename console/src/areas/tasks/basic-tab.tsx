import { say } from '@vermilion/contract/kernel/text'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page.tsx'
import { TaskDuration, TaskStatus } from './task-status.tsx'
import styles from './tasks.module.css'
import { text } from './text.ts'

/** What a task is, and how it was set up. */
export function BasicTab({ task }: { task: Task }) {
  const t = useText(text)
  const { dataSource, accelerator } = task
  const parameterName = useParameterNames(task.image)
  const source =
    dataSource.kind === 'dataset' ? (
      <Link to="/data-set/list/file/$id" params={{ id: dataSource.id }}>
        {dataSource.name}
      </Link>
    ) : dataSource.kind === 'space' ? (
      <Link to="/space/list/file/$id" params={{ id: dataSource.id }}>
        {dataSource.name}
      </Link>
    ) : (
      dataSource.name
    )
  return (
    <>
      <Panel title={t('basic')}>
        <Facts
          facts={[
            [t('name'), task.name],
            [t('status'), <TaskStatus key="status" status={task.status} />],
            [t('kind'), t(task.kind)],
            [t('duration'), <TaskDuration key="duration" task={task} />],
            [t('created'), <Time key="created" time={task.createdAt} />],
            [t('started'), <Time key="started" time={task.startedAt} />],
            [t('ended'), <Time key="ended" time={task.endedAt} />],
            [t('creator'), task.creator],
          ]}
        />
      </Panel>
      <Panel title={t('configuration')}>
        <Facts
          facts={[
            [t('data'), source],
            [t('image'), task.image],
            [t('imageAddress'), <code key="address">{task.imageAddress}</code>],
            [t('framework'), task.framework],
            [t('pool'), task.pool || unknownValue],
            [t('priority'), task.priority],
            [
              t('accelerator'),
              accelerator.count === 0 ? t('acceleratorNone') : `${accelerator.type} × ${accelerator.count}`,
            ],
            [t('mountPath'), <code key="mount">{task.mountPath}</code>],
            [t('outputPath'), <code key="output">{task.outputPath}</code>],
            ...Object.entries(task.parameters).map(([name, value]) => [parameterName(name), String(value)] as const),
          ]}
        />
        <h3 className={styles['subtitle']}>{t('command')}</h3>
        <pre className={styles['command']}>{task.command.join(' ')}</pre>
      </Panel>
    </>
  )
}

/** What a training image calls its parameters; one that has left the catalogue leaves the names of its command line. */
function useParameterNames(image: string): (name: string) => string {
  const language = useSystem((system) => system.lang)
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const parameters = images.data?.find(({ name }) => name === image)?.parameters
  return (name) => {
    const label = parameters?.[name]?.label
    return label === undefined ? name : say(label, language)
  }
}
